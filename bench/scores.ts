import { expertFigures, workIntegrity } from '../server/platform/scores/integrity.ts'
import { leaveOneOut } from '../server/platform/scores/leave-one-out.ts'
import {
  calibrations,
  scoreInputText,
  type CalibrationMethod,
  type ScoreInput,
} from '../server/platform/scores/score-input.ts'
import { settle } from '../server/platform/scores/settle.ts'
import type { Result } from './results.ts'

const [works, experts, sheetsOfWork] = [10_000, 300, 5]
const criteria = [30, 20, 15, 15, 10, 10].map((points, at) => ({ id: `c${at}`, max: points * 100 }))
const borders = [100, 500, 1500]

/** Numbers that look random and are the same in every run. */
const noise = (seed: number): number => {
  let mixed = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** Every fifth work goes to experts from all over, so that the round is connected. */
const expertOf = (work: number, at: number): number =>
  work % 5 === 0 ? (noise(work) + at * 61) % experts : ((work % (experts / sheetsOfWork)) * sheetsOfWork + at) % experts

const roundOf = (calibration: CalibrationMethod): ScoreInput => ({
  rules: {
    criteria,
    aggregate: 'trimmed',
    calibration,
    ties: [{ by: 'criterion', criterion: 'c0' }, { by: 'median' }, { by: 'chair' }],
    discrepancy: 1500,
  },
  works: Array.from({ length: works }, (_, work) => ({ key: `w${work}`, excluded: false })),
  sheets: Array.from({ length: works * sheetsOfWork }, (_, number) => {
    const work = Math.floor(number / sheetsOfWork)
    const expert = expertOf(work, number % sheetsOfWork)
    const quality = 50 + (noise(work + 7) % 30) + (noise(expert + 99) % 10)
    const points = criteria.map(({ id, max }, at) => {
      const share = quality + (noise(number * 7 + at) % 10)
      return [id, Math.round((max * share) / 10_000) * 100] as const
    })
    return { key: `s${number}`, work: `w${work}`, expert: `e${expert}`, points: Object.fromEntries(points) }
  }),
  chair: [],
})

/** Processor time: nothing here waits, and a busy machine makes no difference. */
const secondsOf = (run: () => unknown): number => {
  const began = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000_000
}

/** How long settling takes, with the text that is hashed and in each way to make sheets comparable. */
export const measureScores = (): Promise<Result[]> => {
  const settling = calibrations.map((calibration): Result => {
    const input = roundOf(calibration)
    const value = secondsOf(() => {
      scoreInputText(input)
      if (settle(input).problems) throw new Error('the round cannot be settled')
    })
    return { name: `settling 10,000 works with 5 sheets, ${calibration}`, value, unit: 's', target: { most: 3 } }
  })
  const input = roundOf('none')
  const submitted = input.sheets.map(({ key }) => key)
  return Promise.resolve([
    ...settling,
    {
      name: 'leaving each of 300 experts out',
      value: secondsOf(() => leaveOneOut(input, borders)),
      unit: 's',
      target: { most: 10 },
    },
    {
      name: 'figures of 300 experts and 10,000 works',
      value: secondsOf(() => [expertFigures(input, submitted), workIntegrity(input)]),
      unit: 's',
      target: { most: 10 },
    },
  ])
}
