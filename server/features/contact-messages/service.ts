import type {
  answerMessage as answerEndpoint,
  listMessages as listEndpoint,
  moveMessage as moveEndpoint,
  sendMessage as sendEndpoint,
} from '@lectern/contract/contact-messages.ts'
import { channelOf } from '@lectern/contract/contact-forms.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { MessageId } from '@lectern/contract/ids.ts'
import { messageMoves, type MessageState } from '@lectern/contract/message-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { asWritten, sendNotice } from '../notices/service.ts'
import { queueLetter } from '../outbox/service.ts'
import { admitMessage } from '../sign-in/service.ts'
import { answersTo, countMessages, findMessage, insertAnswer, lockMessage, messagePage, setState } from './queries.ts'
import { message } from './tables.ts'

/** Short enough to be read out on the phone. */
const referenceLength = 8

/** The organisers' page of a message. */
const pathOf = (id: MessageId): string => `/Admin/Message/${id}`

/** Stores a message once per idempotency key and notifies the organisers. Returns the reference. */
export const sendMessage = (
  outer: Ctx,
  { proof, ...written }: BodyOf<typeof sendEndpoint>,
  key: string | undefined,
): Promise<string> => {
  const accountId = outer.actor.kind === 'account' ? outer.actor.id : null
  const call = { scope: `message ${accountId ?? 'visitor'}`, key, input: written }
  return withIdempotencyKey(outer, call, async (ctx) => {
    await admitMessage(ctx, proof)
    const id = newId<MessageId>(ctx.now)
    const reference = randomLetters(referenceLength).toUpperCase()
    await ctx.db
      .insert(message)
      .values({ id, reference, accountId, ...written, locale: ctx.locale, state: 'new', createdAt: ctx.now })
    await audit(ctx, 'message.received', { subject: { kind: 'message', id }, after: { reference } })
    // Without the name: the notice to organisers outlives the sender's account.
    await sendNotice(ctx, {
      to: { access: 'admin' },
      kind: 'contest',
      message: 'messageReceived',
      values: { reference: asWritten(reference), subject: asWritten(written.subject) },
      link: pathOf(id),
    })
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
  const found = await findMessage(db, id)
  if (!found) throw fail('message.notFound')
  return { ...found, answers: await answersTo(db, id) }
}

const requireLocked = async (ctx: Ctx, id: MessageId) => {
  const found = await lockMessage(ctx.db, id)
  if (!found) throw fail('message.notFound')
  return found
}

const move = async (ctx: Ctx, before: typeof message.$inferSelect, state: MessageState): Promise<void> => {
  await setState(ctx.db, before.id, state)
  const actions = { new: 'message.reopened', answered: 'message.answered', closed: 'message.closed' } as const
  await audit(ctx, actions[state], {
    subject: { kind: 'message', id: before.id },
    before: { state: before.state },
    after: { state },
  })
}

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
    const before = await requireLocked(ctx, id)
    if (before.state !== 'new') throw fail('message.answered')
    if (before.version !== version) throw fail('resource.changed')
    if (channelOf(before.contact) !== 'mail') throw fail('message.noMail')
    if (!ctx.installation.channels.includes('mail')) throw fail('message.mailOff')
    await insertAnswer(ctx.db, { messageId: id, text, answeredBy: ctx.actor.id, createdAt: ctx.now })
    await move(ctx, before, 'answered')
    const { contact, accountId, locale, reference, subject, body } = before
    await queueLetter(ctx, {
      to: contact,
      accountId: accountId ?? undefined,
      locale,
      letter: 'answer',
      content: { reference, subject, body: text, quote: quoted(body) },
    })
    return {}
  })
  return requireMessage(outer, id)
}

/** Closes a message, for instance after a call by phone, or opens it again. */
export const moveMessage = async (outer: SignedIn, id: MessageId, { version, state }: BodyOf<typeof moveEndpoint>) => {
  await inTransaction(outer, async (ctx) => {
    const before = await requireLocked(ctx, id)
    if (before.version !== version) throw fail('resource.changed')
    if (!(messageMoves[before.state] as readonly MessageState[]).includes(state)) throw fail('message.answered')
    await move(ctx, before, state)
  })
  return requireMessage(outer, id)
}
