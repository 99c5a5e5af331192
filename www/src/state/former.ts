/** Addresses of earlier versions of the page, in which lessons had pages beside those of their algorithms, with numbers of their own. */

export interface FormerLesson {
  readonly algorithm: string;
  /** Its inputs where they are not those of the algorithm's example, as an address has them. */
  readonly inputs?: string;
}

/** The parts of each lesson, of which the first had the lesson's own address as well. */
const FORMER: Readonly<Record<string, readonly FormerLesson[]>> = {
  "self-attention": [
    {
      algorithm: "scaled-dot-product-attention",
      inputs:
        "v1.q1bKzCsoLSlWsqpWKixNLaoEMYozEgtSlayijXVMYnWUUhJLEoEcQx0jHaAAEJrqWOoY6pgB-YZABbU6StmpZGkrS8wpBaonVWNtLQA",
    },
    {
      algorithm: "multi-head-attention",
      inputs:
        "v1.q1bKzCsoLSlWsqpWqgARxRmJBalKVtHGOiaxOkopiSWJQI6hjoGOkQ6INARCIxg7tlZHqTywNLWoElmnCbpOkC6ITghLF0kQbIR3Km4DkDXCDAIbAWWCDQhLzCkF6sTrBiO4H9DcAzbBv7QEGAwkeQPqEUMwFVtbWwsA",
    },
  ],
  "positional-encoding": [
    { algorithm: "sinusoidal-encoding", inputs: "v1.q1bKzCsoLSlWsqpWKs9MKclQsrLQUUpKLE5VssorzcmprQUA" },
    { algorithm: "sinusoidal-shift", inputs: "v1.q1bKzCsoLSlWsqpWKs9MKclQsrLQUUpKLE5VssorzcmprQUA" },
  ],
  gcn: [
    { algorithm: "gcn-normalization" },
    {
      algorithm: "gcn-layer",
      inputs:
        "v1.q1bKzCsoLSlWsqpWqgARxRmJBalKVtFmOkaxOkopiSWJQI6hjoGOkY6hjjGQNgHSpkDaTMcwtlZHqRxZkxGqJl2wPpCqxOSSzLLEksz8PCUrpaLUnFKl2loA",
    },
  ],
  gat: [
    {
      algorithm: "gat-layer",
      inputs:
        "v1.dY_BCoMwDIbfJecM1s558DW2m3gINtOCVNE6B-K7L-k20MMofPwt-fLTFXwY5jhBsUIz0tBqCL1jeckR2DWayvKMpsLSoE28CG3iBbPEqzATVgjOj1xHdlA8qJsYYWHftFoR5q7bEF7aMbU0sGzOdSU4iiQXg2c5Jh2bspV0MpVYy96yWru3dOqn6jTFyCH6Ptz6eaxF2buHxo93cO40Nhz_Ot-25LRMTn5mxa6jf5LqUAB3M2zbGw",
    },
  ],
  reformer: [
    {
      algorithm: "bucket-attention",
      inputs:
        "v1.q1bKzCsoLSlWsqpWqgARxRmJBalKVtEWOkaxOkopiSWJQI6BnpmOroGehQ4Em-kY6hiABMwgAjq6hhBpqJARSJEliAUkgGJGFrG1OkpliTmlQJNxWAEy0QiIjYHYBIgNwHbARWJra2sB",
    },
    {
      algorithm: "lsh-attention",
      inputs:
        "v1.fVBLCsIwEL1L1iM0JbjoFXQjghvpIthgipKWNkFr6d3NTD4tLiRhMu_N5M1nZq3pnR1ZNbM3mlHLXrHqyvcgamCNtNKjEgp_StiVwGHnr3fJFgHzEEssMUV4MoPhAAMTktNFfUrKDCnkCpRCEPuI1RJTL8BeJ6eG6aCm7RRiO0QogjZ4CUWORC7y6fzHvwrrvx8PFYbOStt2hjaalwkCm94KxV2sO4smTuYdVNNKNuf24zUEsJt25nFU5m41YQz6MnxZvg",
    },
  ],
};

/** Returns what a path led to; null for one that was no lesson's. */
export function formerLesson([lesson = "", part, ...more]: readonly string[]): FormerLesson | null {
  const parts = more.length === 0 && Object.hasOwn(FORMER, lesson) ? FORMER[lesson] : undefined;
  return parts?.find(({ algorithm }) => algorithm === (part ?? algorithm)) ?? null;
}
