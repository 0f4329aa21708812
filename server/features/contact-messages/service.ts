import type {
  answerMessage as answerEndpoint,
  listMessages as listEndpoint,
  moveMessage as moveEndpoint,
  sendMessage as sendEndpoint,
} from '@lectern/contract/contact-messages/contact-messages.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { MessageId } from '@lectern/contract/ids.ts'
import type { MessageState } from '@lectern/contract/contact-messages/message-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { Verdict } from '../../platform/policy.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { holdersOf } from '../accounts/service.ts'
import { asWritten, sendNotices } from '../notices/service.ts'
import { queueLetter } from '../outbox/service.ts'
import { admitMessage } from '../sign-in/service.ts'
import { takeStep } from '../steps/service.ts'
import { mayAnswer, mayMove } from './policy.ts'
import {
  answersTo,
  countMessages,
  findMessage,
  insertAnswer,
  lockMessage,
  messagePage,
  moveMessageRow,
} from './queries.ts'
import { message } from './tables.ts'

/** Short enough to be read out on the phone. */
const referenceLength = 8

/** The organisers' page of a message. */
const pathOf = (id: MessageId): string => `/Admin/Message/${id}`

/** Stores a message once per idempotency key and notifies the organisers. Returns the reference. */
export const sendMessage = (
  outer: Ctx,
  { proof, ...content }: BodyOf<typeof sendEndpoint>,
  key: string | undefined,
): Promise<string> => {
  const accountId = outer.actor.kind === 'account' ? outer.actor.id : null
  const call = { scope: `message ${accountId ?? 'visitor'}`, key, input: content }
  return withIdempotencyKey(outer, call, async (ctx) => {
    await admitMessage(ctx, proof)
    const id = newId<MessageId>(ctx.now)
    const reference = randomLetters(referenceLength).toUpperCase()
    await ctx.db
      .insert(message)
      .values({ id, reference, accountId, ...content, locale: ctx.locale, state: 'new', createdAt: ctx.now })
    await audit(ctx, 'message.received', { subject: { kind: 'message', id }, after: { reference } })
    // Without the name: the notice to organisers outlives the sender's account.
    const holders = await holdersOf(ctx.db, 'people')
    await sendNotices(
      ctx,
      holders.map((holder) => ({
        to: { account: holder },
        kind: 'contest',
        message: 'messageReceived',
        values: { reference: asWritten(reference), subject: asWritten(content.subject) },
        link: pathOf(id),
      })),
    )
    return reference
  })
}

export const listMessages = async ({ db }: Ctx, { page, pageSize, sort, ...filter }: QueryOf<typeof listEndpoint>) => {
  const [list, total] = await Promise.all([
    messagePage(db, filter, { page, pageSize, sort }),
    countMessages(db, filter),
  ])
  return { list, total, page, pageSize }
}

export const requireMessage = async ({ db }: Ctx, id: MessageId) => {
  const row = await findMessage(db, id)
  if (!row) throw fail('message.notFound')
  return { ...row, answers: await answersTo(db, id) }
}

const requireLocked = async (ctx: Ctx, id: MessageId) => {
  const row = await lockMessage(ctx.db, id)
  if (!row) throw fail('message.notFound')
  return row
}

type MessageRow = typeof message.$inferSelect

const actions = { new: 'message.reopened', answered: 'message.answered', closed: 'message.closed' } as const

interface MessageStep {
  to: MessageState
  may: (before: MessageRow) => Verdict
  /** What is stored along with the state. */
  store?: () => Promise<void>
  notify?: (before: MessageRow) => Promise<unknown>
}

const stepMessage = (ctx: Ctx, id: MessageId, { to, may, store, notify }: MessageStep): Promise<void> =>
  takeStep(ctx, {
    lock: () => requireLocked(ctx, id),
    may,
    move: async (before) => {
      await store?.()
      await moveMessageRow(ctx.db, id, to)
      const subject = { kind: 'message', id } as const
      return {
        after: undefined,
        log: { action: actions[to], subject, before: { state: before.state }, after: { state: to } },
        notify: notify && (() => notify(before)),
      }
    },
  })

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** Answers by mail, in the sender's language. Fails if a colleague has handled the message meanwhile. */
export const answerMessage = async (
  outer: SignedIn,
  id: MessageId,
  { version, text }: BodyOf<typeof answerEndpoint>,
  key: string | undefined,
) => {
  const call = { scope: `message.answer ${outer.actor.id}`, key, input: [id, version, text] }
  await withIdempotencyKey(outer, call, async (ctx) => {
    await stepMessage(ctx, id, {
      to: 'answered',
      may: (before) => mayAnswer(before, version, ctx.installation.channels),
      store: () => insertAnswer(ctx.db, { messageId: id, text, answeredBy: ctx.actor.id, createdAt: ctx.now }),
      notify: ({ contact, accountId, locale, reference, subject, body }) =>
        queueLetter(ctx, {
          to: contact,
          accountId: accountId ?? undefined,
          locale,
          letter: 'answer',
          content: { reference, subject, body: text, quote: quoted(body) },
        }),
    })
    return {}
  })
  return requireMessage(outer, id)
}

/** Closes a message, for instance after a call by phone, or opens it again. */
export const moveMessage = async (outer: SignedIn, id: MessageId, { version, state }: BodyOf<typeof moveEndpoint>) => {
  await inTransaction(outer, (ctx) =>
    stepMessage(ctx, id, { to: state, may: (before) => mayMove(before, version, state) }),
  )
  return requireMessage(outer, id)
}
