import type { Task as ShownTask } from '@lectern/contract/welcome/welcome.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import type { Feature, Task } from '../../platform/feature.ts'
import { allOrganisers } from '../../platform/policy.ts'
import { menuCountsOf, readCounts } from '../office/service.ts'
import { sessionUserOf } from '../sign-in/service.ts'

/** Tasks that come before all others, then those of a team with a deadline, then the rest. */
const rankOf = ({ isFirst, isDue }: Task): number => (isFirst ? 0 : isDue ? 1 : 2)

/** Only tasks with a deadline are sorted by time. */
const urgencyOf = ({ isDue, until }: Task): number => (isDue && until ? until.getTime() : Number.MAX_VALUE)

/** Missing information is due when the first team needs it. */
const withDeadlines = (tasks: readonly Task[]): Task[] => {
  const [first] = tasks
    .filter(({ isInformationDeadline, until }) => isInformationDeadline && until)
    .toSorted((one, other) => one.until!.getTime() - other.until!.getTime())
  return tasks
    .filter(({ isInformationDeadline }) => !isInformationDeadline)
    .map((task) =>
      first && task.isInformation && !task.isDone
        ? { ...task, isDue: true, until: first.until, ...(first.timeZone && { timeZone: first.timeZone }) }
        : task,
    )
}

/** The first open task is the next one. */
const inOrder = (unsorted: readonly Task[]): ShownTask[] => {
  const tasks = withDeadlines(unsorted).toSorted(
    (one, other) => rankOf(one) - rankOf(other) || urgencyOf(one) - urgencyOf(other),
  )
  const next = tasks.find(({ isDone, isOthers }) => !isDone && !isOthers)
  return tasks.map((task) => ({
    id: task.about ? `${task.name} ${task.about}` : task.name,
    name: task.name,
    values: task.values ?? {},
    state: task.isDone ? 'done' : task.isOthers ? 'others' : task === next ? 'next' : 'waiting',
    link: task.link,
    until: task.until?.toISOString() ?? null,
    timeZone: task.timeZone ?? null,
  }))
}

/** Organisers read on the dashboard what waits for them. */
const officeTasks = async (ctx: SignedIn, features: readonly Feature[]): Promise<Task[]> => {
  if (!allOrganisers(ctx.actor).permitted) return []
  const counts = Object.values(await readCounts(ctx, menuCountsOf(features)))
  return counts.some((count) => count > 0) ? [{ name: 'office', isDone: false, isDue: true, link: '/Admin' }] : []
}

export const listOwnTasks = async (ctx: SignedIn, features: readonly Feature[]): Promise<ShownTask[]> => {
  if (!sessionUserOf(ctx.actor)) throw fail('session.required')
  const lists = await Promise.all([
    ...features.map(async ({ tasks }) => (await tasks?.(ctx)) ?? []),
    officeTasks(ctx, features),
  ])
  return inOrder(lists.flat())
}
