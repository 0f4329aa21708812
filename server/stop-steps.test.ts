import { expect, test } from 'vitest'
import { takeStopSteps } from './stop-steps.ts'

const taken = async (runs: Record<string, () => Promise<void>>, patience?: number) => {
  const order: string[] = []
  const lines: string[] = []
  const steps = Object.entries(runs).map(([name, run]) => ({
    name,
    run: () => {
      order.push(name)
      return run()
    },
  }))
  const isClean = await takeStopSteps(steps, (line) => lines.push(line), patience)
  return { isClean, order, lines }
}

const ends = async (): Promise<void> => undefined
const hangs = (): Promise<void> => new Promise(() => undefined)
const fails = (): Promise<void> => Promise.reject(new Error('gone'))

test('a program stops step by step', async () => {
  expect(await taken({ requests: ends, database: ends })).toEqual({
    isClean: true,
    order: ['requests', 'database'],
    lines: [],
  })
})

test('what hangs or fails is told, and the next step is taken nevertheless', async () => {
  expect(await taken({ requests: hangs, tasks: fails, database: ends }, 20)).toEqual({
    isClean: false,
    order: ['requests', 'tasks', 'database'],
    lines: ['stopping without waiting any longer for requests', 'stopping although this failed: tasks: gone'],
  })
})
