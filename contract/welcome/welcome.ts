import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const task = z.object({
  /** Distinguishes tasks of the same name. */
  id: z.string(),
  /** The messages are `task.<name>` and `task.<name>.help`, with these values. */
  name: z.string(),
  values: z.record(z.string(), z.string()),
  /** `others`: somebody else in the team has to do it. */
  state: z.enum(['done', 'next', 'waiting', 'others']),
  /** Where the task is done: a path of this site. */
  link: z.string(),
  /** The deadline, if there is one. */
  until: z.iso.datetime().nullable(),
  /** Time zone of the deadline; null: that of the site. */
  timeZone: z.string().nullable(),
})
export type Task = z.infer<typeof task>

export const listOwnTasks = endpoint({
  method: 'GET',
  path: '/api/welcome',
  summary: 'My tasks; at most one is the next one',
  answer: z.object({ list: z.array(task) }),
})
