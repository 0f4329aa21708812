import { planPool } from '../server/features/rounds/solver/pool-plan.ts'
import type { PoolInput } from '../server/features/rounds/solver/pool-problem.ts'
import type { PlanningJob } from './planning-load.ts'

const fieldCount = 40

/** A plain generator, so that every run plans the same. */
const createDice = (): ((sides: number) => number) => {
  let state = 12_345
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** Two experts an institution, five conflicts a work, some fields much more frequent than others. */
const makePool = ({ works, experts, perWork }: PlanningJob): PoolInput => {
  const roll = createDice()
  const someField = (): string => `field ${roll(fieldCount)}`
  const frequentField = (): string => `field ${Math.min(roll(fieldCount), roll(fieldCount))}`
  return {
    works: Array.from({ length: works }, (_, number) => ({
      key: `work ${number}`,
      fields: [frequentField(), frequentField()],
    })),
    experts: Array.from({ length: experts }, (_, number) => ({
      key: `expert ${number}`,
      institution: `institution ${roll(experts / 2)}`,
      fields: [someField(), someField(), someField()],
      maxLoad: Math.ceil((1.5 * works * perWork) / experts),
    })),
    forbidden: Array.from({ length: 5 * works }, () => ({
      work: `work ${roll(works)}`,
      expert: `expert ${roll(experts)}`,
    })),
    standing: [],
    perWork,
    seed: 'seed',
  }
}

/** Called in a thread: places that stay empty. The pool is made there, as the task of the program reads it there. */
export const run = (input: unknown): number =>
  planPool(makePool(input as PlanningJob)).short.reduce((sum, { missing }) => sum + missing, 0)
