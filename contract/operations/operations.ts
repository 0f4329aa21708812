import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const readLiveness = endpoint({
  method: 'GET',
  path: '/livez',
  summary: 'The program is running',
  answer: z.object({ alive: z.literal(true) }),
})

export const readReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'The program is ready: the database responds',
  answer: z.object({ ready: z.literal(true) }),
})

export const readVersion = endpoint({
  method: 'GET',
  path: '/version',
  summary: 'Version of the program and build of its pages',
  answer: z.object({ version: z.string(), build: z.string() }),
})
