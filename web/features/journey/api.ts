import type { readNextStep } from '@lectern/contract/journey.ts'
import { reach } from '../../request/client.ts'

export const nextStep = reach<typeof readNextStep>('GET', '/api/activities/:id/next-step')
