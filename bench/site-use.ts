import { setTimeout as sleep } from 'node:timers/promises'
import { resources, type Cost, type MeasuredCosts } from '../server/capacity/costs.ts'
import type { MeasuredSite, Meter } from './measured-site.ts'

const idleSeconds = 120

export type Idle = MeasuredCosts['idle']

export const processes = ['web', 'worker', 'postgres'] as const satisfies (keyof Idle)[]

/** Of an hour in which nobody uses the site. */
export const measureIdle = async ({ read }: MeasuredSite): Promise<Idle> => {
  const before = await read()
  await sleep(idleSeconds * 1_000)
  const after = await read()
  const perHour = 3_600 / (after.at - before.at)
  const idle = Object.fromEntries(processes.map((name) => [name, (after[name] - before[name]) * perHour])) as Idle
  process.stderr.write(`an hour at rest: ${JSON.stringify(idle)}\n`)
  return idle
}

/** Processor time in milliseconds, beyond that at rest; nothing costs less than nothing. */
export const usedBetween = (before: Meter, after: Meter, idle: Idle, count: number): Cost => {
  const hours = (after.at - before.at) / 3_600
  const isTime = (name: keyof Cost): name is keyof Idle => name in idle
  return Object.fromEntries(
    resources.map((name) => {
      const used = after[name] - before[name]
      const cost = isTime(name) ? (used - idle[name] * hours) * 1_000 : used
      return [name, Math.max(0, cost / count)]
    }),
  ) as Record<keyof Cost, number>
}

/** Cost by cost. */
export const combine = (one: Cost, other: Cost, how: (one: number, other: number) => number): Cost =>
  Object.fromEntries(resources.map((name) => [name, how(one[name], other[name])])) as Record<keyof Cost, number>
