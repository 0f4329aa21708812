import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { taskId } from '../ids.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { taskKinds, taskStates } from './task-values.ts'

const task = z.object({
  id: taskId,
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  /** What it is about: the name of a file, of an activity. */
  subject: z.string(),
  /** Where its subject is shown: a path of this site. */
  link: z.string().nullable(),
  /** How many of how many; null: not known. */
  done: z.int().nullable(),
  total: z.int().nullable(),
  attempts: z.int(),
  /** Why the last attempt failed, as the program reports it. */
  error: z.string().nullable(),
  /** When it is tried again; null: it is not waiting for that. */
  retryAt: z.iso.datetime().nullable(),
  /** The organiser who started it; null: the program. */
  startedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** A file that it made, and until when it is kept. */
  file: z.object({ name: z.string(), size: z.int(), until: z.iso.datetime() }).nullable(),
  may: z.object({ cancel: z.boolean(), retry: z.boolean() }),
})
export type BackgroundTask = z.infer<typeof task>

const params = z.strictObject({ id: taskId })

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  summary: 'Background tasks, the newest first, for organisers',
  query: pageQuery.extend({ state: z.enum(taskStates).optional(), kind: z.enum(taskKinds).optional() }),
  answer: pageOf(task).extend({
    /** How many there are in each state. */
    counts: z.record(z.enum(taskStates), z.int()),
  }),
})

export const readTask = endpoint({
  method: 'GET',
  path: '/api/tasks/:id',
  summary: 'How far a background task has come, for organisers',
  params,
  answer: task,
})

export const cancelTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/cancellation',
  summary: 'Cancels a task that is waiting or running',
  params,
  answer: task,
})

export const retryTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/retry',
  summary: 'Starts a task again that failed or was cancelled',
  params,
  answer: task,
})

/** The answer is a file. */
export const readTaskFile = endpoint({
  method: 'GET',
  path: '/api/tasks/:id/file',
  summary: 'The file that a task made, for organisers',
  params,
  answer: z.never(),
})
