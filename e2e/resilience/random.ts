/** The same numbers from 0 to 1 for the same seed (mulberry32); a failure can be looked for again. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Of HARD_SEED, where somebody looks for a failure again; else a new one. */
export function chooseSeed(): number {
  return Number(process.env.HARD_SEED) || Math.floor(Math.random() * 1e9)
}
