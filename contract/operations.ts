import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const readLiveness = endpoint({
  method: 'GET',
  path: '/livez',
  summary: 'The program runs',
  answer: z.object({ alive: z.literal(true) }),
})

export const readReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'The program can serve: the database answers',
  answer: z.object({ ready: z.literal(true) }),
})

export const readVersion = endpoint({
  method: 'GET',
  path: '/version',
  summary: 'Which program and which build of its pages runs',
  answer: z.object({ version: z.string(), build: z.string() }),
})
