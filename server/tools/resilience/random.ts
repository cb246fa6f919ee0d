/** Returns random numbers from 0 to 1 (mulberry32), the same for the same seed, so that a failure can be repeated. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Takes RESILIENCE_SEED if somebody repeats a failure; otherwise a random seed. */
export function chooseSeed(): number {
  return Number(process.env.RESILIENCE_SEED) || Math.floor(Math.random() * 1e9)
}
