import type { sendMessage } from '@lectern/contract/contact-messages.ts'
import { reach } from '../../request/client.ts'

export const messageSending = reach<typeof sendMessage>('POST', '/api/messages')
