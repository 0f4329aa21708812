import type * as contract from '@lectern/contract/contact-messages.ts'
import { endpoint } from '../../../request/client.ts'

export const listMessages = endpoint<typeof contract.listMessages>('GET', '/api/messages')
export const readMessage = endpoint<typeof contract.readMessage>('GET', '/api/messages/:id')
export const answerMessage = endpoint<typeof contract.answerMessage>('POST', '/api/messages/:id/answers')
export const moveMessage = endpoint<typeof contract.moveMessage>('PUT', '/api/messages/:id/state')
