/** Values of contact messages; without schemas, so that the browser can load them. */

export const messageStates = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof messageStates)[number]

/** Where a message goes from each state. It becomes `answered` by an answer alone; `new` again when it is reopened. */
export const messageMoves = {
  new: ['answered', 'closed'],
  answered: ['new', 'closed'],
  closed: ['new'],
} as const satisfies Record<MessageState, readonly MessageState[]>

/** Characters. */
export const messageLimits = { name: 64, subject: 120, body: 4_000, answer: 8_000 } as const
