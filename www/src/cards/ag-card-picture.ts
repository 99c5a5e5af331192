/**
 * The picture on a card: what a unit or a lab shows first, in the numbers of its run. It is loaded and drawn once the card is about to be seen; those further
 * away come one by one while the browser is idle, so that no card is empty when it comes into view.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LABS } from "../../labs/index.ts";
import { UNITS } from "../../units/index.ts";
import { openingOf } from "../course/opening-picture.ts";
import { settingOf, stageOf } from "../course/scene-stage.ts";
import { LightElement } from "../elements/light-element.ts";
import { startOf } from "../labs/lab-state.ts";
import { openLibrary } from "../library.ts";
import { loadPicture } from "../pictures/draw.ts";
import { figures } from "../stage/figures.ts";
import { StageRuns } from "../stage/runs.ts";
import type { Setting, Shown, ShownPicture } from "../stage/stage.ts";

/** A picture of a stage that is to be drawn. */
interface Drawn {
  readonly runs: StageRuns;
  readonly setting: Setting;
  readonly shown: ShownPicture;
}

/** Shortly before a card is seen. */
const NEAR = "20% 0px";
/** Where nobody says when a browser is idle, in milliseconds. */
const AFTER_A_WHILE = 200;

/** A picture over the values of a control takes many runs, more than a card is worth. */
const isOfOneRun = (one: Shown, series: readonly { readonly id: string }[] = []): one is ShownPicture =>
  "picture" in one &&
  !(one.picture.kind === "curves" && one.picture.steps.some((step) => series.some(({ id }) => id === step)));

async function ofUnit(id: string): Promise<Drawn | null> {
  const [lab, unit] = await Promise.all([openLibrary(), UNITS.open(id)]);
  if (!unit) return null;
  const scenes =
    unit.opening === undefined
      ? unit.scenes
      : [...unit.scenes.filter((one) => one.id === unit.opening), ...unit.scenes];
  for (const scene of scenes) {
    const opening = openingOf({ ...unit, opening: scene.id });
    const stage = stageOf(scene);
    if (!opening || !isOfOneRun(opening.shown, stage.series)) continue;
    return { runs: new StageRuns(lab, stage), setting: settingOf(scene, "start"), shown: opening.shown };
  }
  return null;
}

async function ofLab(id: string): Promise<Drawn | null> {
  const [lab, spec] = await Promise.all([openLibrary(), LABS.open(id)]);
  if (!spec) return null;
  const runs = new StageRuns(lab, { ...spec, id });
  const setting = startOf(spec);
  const stage = runs.stageAt(setting);
  const shown = stage.shown.find((one): one is ShownPicture => isOfOneRun(one, stage.series));
  return shown ? { runs, setting, shown } : null;
}

const whenIdle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, AFTER_A_WHILE));

/** Cards that are not near yet, in their order. */
const far = new Set<CardPictureElement>();
let isDue = false;

/** Draws the next of the cards that are not near yet, and then those that follow. */
function drawFar(): void {
  if (isDue || far.size === 0) return;
  isDue = true;
  whenIdle(async () => {
    const [next] = far;
    await next?.load();
    isDue = false;
    drawFar();
  });
}

@customElement("ag-card-picture")
export class CardPictureElement extends LightElement {
  @property({ attribute: false }) kind: "units" | "labs" = "units";
  @property({ attribute: false }) entry!: string;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  @state() private drawn: Drawn | null = null;

  readonly #near = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void this.load();
      else far.add(this);
      drawFar();
    },
    { rootMargin: NEAR },
  );

  /** A picture has its own size, and is as large as the card has room for. */
  readonly #fitting = new ResizeObserver(() => this.#fit());

  #fit(): void {
    const inner = this.querySelector<HTMLElement>(".card-picture");
    if (!inner || inner.offsetWidth === 0 || inner.offsetHeight === 0) return;
    const share = Math.min(1, this.clientWidth / inner.offsetWidth, this.clientHeight / inner.offsetHeight);
    inner.style.setProperty("scale", String(share));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.drawn) this.#near.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    far.delete(this);
    this.#near.disconnect();
    this.#fitting.disconnect();
  }

  /** A card without its picture is still a card: the place of what cannot be loaded stays empty. */
  async load(): Promise<void> {
    far.delete(this);
    this.#near.disconnect();
    const drawn = await (this.kind === "units" ? ofUnit : ofLab)(this.entry).catch(() => null);
    if (drawn) await loadPicture(drawn.shown.picture.kind).catch(() => null);
    this.drawn = drawn;
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has("drawn") || !this.drawn) return;
    this.#fitting.observe(this);
    for (const inner of this.querySelectorAll(".card-picture")) this.#fitting.observe(inner);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { drawn } = this;
    if (!drawn) return nothing;
    const { runs, setting, shown } = drawn;
    const { caption: _, ...bare } = shown;
    const view = {
      ...{ runs, setting, words: "", facts: null, slices: {}, selected: null, pointed: null },
      ...{ sharedScale: true, compact: true, stage: { ...runs.stageAt(setting), shown: [bare] } },
    };
    // The link of the card is what can be chosen; its picture is only looked at.
    return html`<div class="card-picture figures" data-kind=${shown.picture.kind} inert>${figures(() => view)}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-card-picture": CardPictureElement;
  }
}
