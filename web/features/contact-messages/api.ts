import type * as contract from '@lectern/contract/contact-messages.ts'
import { endpoint } from '../../request/client.ts'

export const sendMessage = endpoint<typeof contract.sendMessage>('POST', '/api/messages')
