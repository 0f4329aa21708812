import type { sendMessage } from '@lectern/contract/contact-messages.ts'
import { endpoint } from '../../request/client.ts'

export const messageSending = endpoint<typeof sendMessage>('POST', '/api/messages')
