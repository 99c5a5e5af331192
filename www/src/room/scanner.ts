/** Reads QR codes from a camera with the browser's own detector. */

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser has a detector and may have a camera. */
export const canScan = (): boolean => detectorClass() !== undefined && navigator.mediaDevices !== undefined;

/** Milliseconds between two looks, so that a slow machine still draws. */
const PAUSE = 200;

export class Scanner {
  #stream: MediaStream | null = null;
  #stopped = false;

  /** Shows the camera in a video, and calls `found` with what each code says, again and again. Rejects where there is no camera or it may not be used. */
  async start(video: HTMLVideoElement, found: (text: string) => void): Promise<void> {
    const Class = detectorClass();
    if (!Class) throw new Error("there is no detector");
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    this.#stream = stream;
    // It may have been stopped while the browser asked for the camera.
    if (this.#stopped) {
      this.stop();
      return;
    }
    video.srcObject = stream;
    await video.play();
    void this.#look(new Class({ formats: ["qr_code"] }), video, found);
  }

  async #look(detector: Detector, video: HTMLVideoElement, found: (text: string) => void): Promise<void> {
    while (!this.#stopped) {
      // A frame that is not there yet is no failure.
      const codes = await detector.detect(video).catch(() => []);
      if (this.#stopped) return;
      for (const { rawValue } of codes) found(rawValue);
      await new Promise((next) => setTimeout(next, PAUSE));
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
  }
}
