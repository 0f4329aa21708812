import { halfUp } from './integers.ts'

export interface RoundScore {
  score: number | null
  /** Of a thousand; those of all rounds add up to 1000. */
  perMille: number
}

/** The total over rounds, rounded half up once. Null if the work has no score in a round that counts. */
export const combineRounds = (rounds: readonly RoundScore[]): number | null => {
  if (rounds.reduce((sum, { perMille }) => sum + perMille, 0) !== 1000) throw new Error('weights do not add up to 1000')
  let sum = 0
  for (const { score, perMille } of rounds) {
    if (perMille === 0) continue
    if (score === null) return null
    sum += score * perMille
  }
  return halfUp(sum, 1000)
}
