import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import { messageMoves, type MessageState } from '@lectern/contract/contact-messages/message-values.ts'
import { permitted, refuse, type Verdict } from '../../platform/policy.ts'

interface SeenMessage {
  state: MessageState
  version: number
}

/** Once, and by mail. A colleague may have handled the message meanwhile. */
export const mayAnswer = (
  message: SeenMessage & { contact: string },
  seenVersion: number,
  channels: readonly string[],
): Verdict => {
  if (message.state !== 'new') return refuse('message.answered')
  if (message.version !== seenVersion) return refuse('resource.changed')
  if (channelOf(message.contact) !== 'mail') return refuse('message.noMail')
  return channels.includes('mail') ? permitted : refuse('message.mailOff')
}

export const mayMove = (message: SeenMessage, seenVersion: number, to: MessageState): Verdict => {
  if (message.version !== seenVersion) return refuse('resource.changed')
  const moves: readonly MessageState[] = messageMoves[message.state]
  return moves.includes(to) ? permitted : refuse('message.answered')
}
