import type * as tasks from '@lectern/contract/tasks.ts'
import { endpoint } from '../../request/client.ts'

export const listTasks = endpoint<typeof tasks.listTasks>('GET', '/api/tasks')
export const readTask = endpoint<typeof tasks.readTask>('GET', '/api/tasks/:id')
export const cancelTask = endpoint<typeof tasks.cancelTask>('POST', '/api/tasks/:id/cancellation')
export const retryTask = endpoint<typeof tasks.retryTask>('POST', '/api/tasks/:id/retry')
