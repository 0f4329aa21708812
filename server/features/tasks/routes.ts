import {
  cancelTask as cancelTaskEndpoint,
  listTasks as listTasksEndpoint,
  readTask as readTaskEndpoint,
  readTaskFile as readTaskFileEndpoint,
  retryTask as retryTaskEndpoint,
} from '@lectern/contract/tasks.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { presentTask } from './present.ts'
import { cancelTask, listTasks, readTaskFile, requireTask, retryTask } from './service.ts'

export const taskRoutes = ({ serve, serveFile }: Http): void => {
  serve(listTasksEndpoint, { policy: organisers }, async ({ ctx, query }) => {
    const { list, ...page } = await listTasks(ctx, query)
    return { ...page, list: list.map((row) => presentTask(ctx, row)) }
  })

  serve(readTaskEndpoint, { policy: organisers }, async ({ ctx, params }) =>
    presentTask(ctx, await requireTask(ctx, params.id)),
  )

  serve(cancelTaskEndpoint, { policy: organisers }, async ({ ctx, params }) =>
    presentTask(ctx, await cancelTask(ctx, params.id)),
  )

  serve(retryTaskEndpoint, { policy: organisers }, async ({ ctx, params }) =>
    presentTask(ctx, await retryTask(ctx, params.id)),
  )

  serveFile(readTaskFileEndpoint, { policy: organisers, isStored: true }, ({ ctx, params }) =>
    readTaskFile(ctx, params.id),
  )
}
