import type { answerMessage, listMessages, moveMessage, readMessage } from '@lectern/contract/contact-messages.ts'
import { reach } from '../../request/client.ts'

export const messageList = reach<typeof listMessages>('GET', '/api/messages')
export const messageDetail = reach<typeof readMessage>('GET', '/api/messages/:id')
export const messageAnswer = reach<typeof answerMessage>('POST', '/api/messages/:id/answers')
export const messageMove = reach<typeof moveMessage>('PUT', '/api/messages/:id/state')
