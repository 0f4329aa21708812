/** Values of contact messages; without schemas, so that the browser can load them. */

export const messageStates = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof messageStates)[number]

/** States and allowed moves. Only a reply makes a message `answered`; reopening makes it `new`. */
export const messageMoves = {
  new: ['answered', 'closed'],
  answered: ['new', 'closed'],
  closed: ['new'],
} as const satisfies Record<MessageState, readonly MessageState[]>

/** Max characters. */
export const messageLimits = { name: 64, subject: 120, body: 4_000, answer: 8_000 } as const
