/**
 * How thoroughly tests repeat what they try with random values: `npm test` a few times with the same values each time;
 * `npm run prove` as often as it is worth, with new values each time, in CI with the same ones. A failure names its seed.
 */
const level = process.env.PROVE

/** Whether `npm run prove` runs, which has the time for tests that start, kill and freeze whole programs. */
export const isProving = level !== undefined

/** The number of repetitions: in `npm test`, in `npm run prove -- ci`, and in the other modes of prove. */
export const repetitions = (test: number, ci: number, thorough: number): number => {
  if (level === undefined) return test
  return level === 'ci' ? ci : thorough
}

/** `PROVE_SEED` runs a failure again. */
const givenSeed = process.env.PROVE_SEED === undefined ? undefined : Number(process.env.PROVE_SEED)

/** The seed of random values. */
export const randomSeed = givenSeed ?? (level === undefined || level === 'ci' ? 1 : Date.now() % 2 ** 31)

/** Options of a property that is worth trying this often: a tenth of it in `npm test`. */
export const propertyRuns = (full: number): { numRuns: number; seed: number } => ({
  numRuns: level === undefined ? Math.ceil(full / 10) : full,
  seed: randomSeed,
})

/** The values to try: the first ones in `npm test`, all of them in `npm run prove`. */
export const samples = <Value>(values: readonly Value[], count = 1): readonly Value[] =>
  isProving ? values : values.slice(0, count)
