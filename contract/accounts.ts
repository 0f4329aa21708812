import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const accesses = ['user', 'expert', 'admin'] as const

export const currentUser = z.object({ access: z.enum(accesses) })
export type CurrentUser = z.infer<typeof currentUser>

/** Answers at two addresses: clients of either are in use. */
export const readCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user/currentUser',
  summary: 'Who is signed in; code 4002 and no data for a visitor',
  answer: currentUser,
})

export const readCurrentUserShort = endpoint({ ...readCurrentUser, path: '/user/currentUser' })
