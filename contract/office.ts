import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const settings = z.strictObject({ requireSecondFactor: z.boolean() })

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The rules of this site, for organisers',
  answer: settings,
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  summary: 'Changes the rules of this site; in force at once, in every process',
  body: settings,
  answer: settings,
})
