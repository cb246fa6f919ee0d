/**
 * Each run of the tests tries the same generated cases, so that none fails now and then. FUZZ_SEED names other ones, as
 * the night's run does.
 */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_230_601)
