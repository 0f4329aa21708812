import { z } from 'zod'
import { contact, line, lines, proof, readLine, search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { accountId, messageId } from '../ids.ts'
import { locales } from '../locales.ts'
import { messageLimits, messageStates } from './message-values.ts'
import { pageOf, pageQuery } from '../paging.ts'

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  summary: 'Sends a message to the organisers; returns a reference number',
  idempotent: true,
  body: z.strictObject({
    name: line(messageLimits.name),
    /** Where the reply is sent. */
    contact,
    subject: readLine(messageLimits.subject),
    body: lines(messageLimits.body),
    proof,
  }),
  answer: z.object({ reference: z.string() }),
})

const listedMessage = z.object({
  id: messageId,
  /** The reference number that the sender was given. */
  reference: z.string(),
  name: z.string(),
  contact: z.string(),
  subject: z.string(),
  state: z.enum(messageStates),
  createdAt: z.iso.datetime(),
})
export type ListedMessage = z.infer<typeof listedMessage>

const answer = z.object({
  text: z.string(),
  /** Null if the account was deleted. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
})

const message = listedMessage.extend({
  body: z.string(),
  /** The language of the sender. */
  locale: z.enum(locales),
  /** The account of the sender, if they were signed in. */
  sender: z.object({ uid: accountId, username: z.string() }).nullable(),
  answers: z.array(answer),
  version: z.int(),
  /** Whether replies can be sent by mail. */
  mail: z.boolean(),
})
export type Message = z.infer<typeof message>

export const messageSorts = ['-createdAt', 'createdAt'] as const

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  summary: 'Messages to the organisers',
  query: pageQuery.extend({
    state: z.enum(messageStates).optional(),
    search: search.optional(),
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
    sort: z.enum(messageSorts).default('-createdAt'),
  }),
  answer: pageOf(listedMessage),
})

const messageParams = z.strictObject({ id: messageId })

export const readMessage = endpoint({
  method: 'GET',
  path: '/api/messages/:id',
  summary: 'One message with its replies, for organisers',
  params: messageParams,
  answer: message,
})

export const answerMessage = endpoint({
  method: 'POST',
  path: '/api/messages/:id/answers',
  summary: 'Replies to a message by mail; refused if a colleague has handled it meanwhile',
  idempotent: true,
  params: messageParams,
  body: z.strictObject({ version: z.int(), text: lines(messageLimits.answer) }),
  answer: message,
})

export const moveMessage = endpoint({
  method: 'PUT',
  path: '/api/messages/:id/state',
  summary: 'Closes a message without a reply, or reopens it',
  params: messageParams,
  body: z.strictObject({ version: z.int(), state: z.enum(['new', 'closed']) }),
  answer: message,
})
