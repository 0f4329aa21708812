import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const task = z.object({
  /** Distinguishes it from tasks of the same name. */
  id: z.string(),
  /** Names its texts: `task.<name>` and `task.<name>.help`, with these values. */
  name: z.string(),
  values: z.record(z.string(), z.string()),
  /** `others`: somebody else in the team does it; one can look. */
  state: z.enum(['done', 'next', 'waiting', 'others']),
  /** Where it is done: a path of this site. */
  link: z.string(),
  /** Until when, if there is a deadline. */
  until: z.iso.datetime().nullable(),
  /** Where it is that time; null: where the site is. */
  timeZone: z.string().nullable(),
})
export type Task = z.infer<typeof task>

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/welcome',
  summary: 'What I can do now; at most one task is the next one',
  answer: z.object({ list: z.array(task) }),
})
