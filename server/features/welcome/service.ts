import type { Task } from '@lectern/contract/welcome.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { bearerOf } from '../sign-in/service.ts'
import { taskSources, type Errand } from './tasks.ts'

/** What is asked of everybody first, then what a team has to do by a deadline, then the rest. */
const rankOf = ({ name, isDue }: Errand): number => (name === 'secondFactor' ? 0 : isDue ? 1 : 2)

/** The first that is left to do is the next one. */
const inOrder = (unsorted: readonly Errand[]): Task[] => {
  const errands = unsorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  const next = errands.find(({ isDone, isOthers }) => !isDone && !isOthers)
  return errands.map((errand) => ({
    id: errand.about ? `${errand.name} ${errand.about}` : errand.name,
    name: errand.name,
    values: errand.values ?? {},
    state: errand.isDone ? 'done' : errand.isOthers ? 'others' : errand === next ? 'next' : 'waiting',
    link: errand.link,
    until: errand.until?.toISOString() ?? null,
    timeZone: errand.timeZone ?? null,
  }))
}

export const listTasks = async (ctx: SignedIn): Promise<Task[]> => {
  const bearer = bearerOf(ctx.actor)
  if (!bearer) throw fail('session.required')
  return inOrder((await Promise.all(taskSources.map((source) => source(ctx, bearer)))).flat())
}
