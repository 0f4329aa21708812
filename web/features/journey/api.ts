import type * as contract from '@lectern/contract/journey.ts'
import { endpoint } from '../../request/client.ts'

export const readNextStep = endpoint<typeof contract.readNextStep>('GET', '/api/activities/:id/next-step')
