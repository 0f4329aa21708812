import { z } from 'zod'
import { channels, outboxStates } from '../accounts/account-values.ts'
import { search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { outboxId } from '../ids.ts'
import { pageOf, pageQuery } from '../paging.ts'

const message = z.object({
  id: outboxId,
  channel: z.enum(channels),
  recipient: z.string(),
  subject: z.string(),
  /** Codes are hidden, except in the demo. */
  text: z.string(),
  state: z.enum(outboxStates),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
})
export type OutboxMessage = z.infer<typeof message>

export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/outbox',
  summary: 'Mails and short messages, newest first, for organisers',
  query: pageQuery.extend({
    state: z.enum(outboxStates).optional(),
    channel: z.enum(channels).optional(),
    /** Searches recipients and subjects. */
    search: search.optional(),
  }),
  answer: pageOf(message).extend({
    /** So many more are about activities in which the reader takes part, and are not shown to them. */
    withheld: z.int(),
    /** Channels that are configured to deliver messages. */
    channels: z.array(z.enum(channels)),
  }),
})

export const sendAgain = endpoint({
  method: 'POST',
  path: '/api/outbox/:id/again',
  summary: 'Retries a failed message',
  params: z.strictObject({ id: outboxId }),
  answer: z.object({}),
})
