import type { readNextStep } from '@lectern/contract/journey.ts'
import { endpoint } from '../../request/client.ts'

export const nextStep = endpoint<typeof readNextStep>('GET', '/api/activities/:id/next-step')
