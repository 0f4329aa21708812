import type { answerMessage, listMessages, moveMessage, readMessage } from '@lectern/contract/contact-messages.ts'
import { endpoint } from '../../request/client.ts'

export const messageList = endpoint<typeof listMessages>('GET', '/api/messages')
export const messageDetail = endpoint<typeof readMessage>('GET', '/api/messages/:id')
export const messageAnswer = endpoint<typeof answerMessage>('POST', '/api/messages/:id/answers')
export const messageMove = endpoint<typeof moveMessage>('PUT', '/api/messages/:id/state')
