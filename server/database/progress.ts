export interface Progress {
  /** Is called with the number of parts just done. */
  advance(done: number): void
}
