import {
  cancelTask as cancelTaskEndpoint,
  listTasks as listTasksEndpoint,
  readTask as readTaskEndpoint,
  readTaskFile as readTaskFileEndpoint,
  retryTask as retryTaskEndpoint,
} from '@lectern/contract/tasks/tasks.ts'
import type { TaskId } from '@lectern/contract/ids.ts'
import type { Person } from '../../platform/context.ts'
import { and, eq, sql } from '../../platform/database/drizzle.ts'
import type { AddressRule, Http } from '../../platform/http/serve.ts'
import { all, isOrganiser, organisers, permitted, refuse } from '../../platform/policy.ts'
import { checkTakesNoPart } from '../steps/service.ts'
import { taskActivities } from './ports.ts'
import { presentTask } from './present.ts'
import { cancelTask, listTasks, readTaskFile, requireTask, retryTask } from './service.ts'
import { task } from './tables.ts'

/** Whoever takes part in an activity does not touch its tasks, nor what they have made. */
const tasksOfOthers: AddressRule<{ id: TaskId }, Person> = {
  check: ({ ctx, params: { id }, deed }) => {
    const selections = ctx.installation.ports.all(taskActivities).map((select) => select(id))
    return checkTakesNoPart(ctx, sql.join(selections, sql` union all `), deed)
  },
}

/** Whoever looks after certain activities only follows the tasks that they have started themselves. */
const ownTasks: AddressRule<{ id: TaskId }, Person> = {
  check: async ({ ctx, params: { id } }) => {
    if (ctx.actor.activities === null || isOrganiser(ctx.actor, 'system')) return permitted
    const own = await ctx.db.$count(task, and(eq(task.id, id), eq(task.startedBy, ctx.actor.id)))
    return own > 0 ? permitted : refuse('task.notFound')
  },
}

const ownTasksOfOthers: AddressRule<{ id: TaskId }, Person> = {
  check: async (addressed) => all(await ownTasks.check!(addressed), await tasksOfOthers.check!(addressed)),
}

export const taskRoutes = ({ serve, serveFile }: Http): void => {
  serve(listTasksEndpoint, { policy: organisers('system', 'contest') }, async ({ ctx, query }) => {
    const { list, ...page } = await listTasks(ctx, query)
    return { ...page, list: list.map((row) => presentTask(ctx, row)) }
  })

  serve(readTaskEndpoint, { policy: organisers('system', 'activity'), ...ownTasks }, async ({ ctx, params }) =>
    presentTask(ctx, await requireTask(ctx, params.id)),
  )

  serve(cancelTaskEndpoint, { policy: organisers('system', 'contest'), ...tasksOfOthers }, async ({ ctx, params }) =>
    presentTask(ctx, await cancelTask(ctx, params.id)),
  )

  serve(retryTaskEndpoint, { policy: organisers('system', 'contest'), ...tasksOfOthers }, async ({ ctx, params }) =>
    presentTask(ctx, await retryTask(ctx, params.id)),
  )

  serveFile(
    readTaskFileEndpoint,
    { policy: organisers('activity'), isStored: true, ...ownTasksOfOthers },
    ({ ctx, params }) => readTaskFile(ctx, params.id),
  )
}
