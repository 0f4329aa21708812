import type { Channel, outboxStates } from '@lectern/contract/account-values.ts'
import type { OutboxId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, desc, eq, gt, gte, inArray, lte, not, or, sql, type SQL } from '../../platform/database/drizzle.ts'
import { lettersAbout } from './subjects.ts'
import { outbox } from './tables.ts'

export interface LetterFilter {
  state?: (typeof outboxStates)[number] | undefined
  channel?: Channel | undefined
  search?: string | undefined
}

/** Searches recipients and values of letters, and the subjects of letter kinds. */
const whereFound = (search: string): SQL | undefined => {
  const kinds = lettersAbout(search)
  const words = sql`lower(concat_ws(' ', ${outbox.recipient}, ${outbox.content} ->> 'title', ${outbox.content} ->> 'subject'))`
  const named = sql`position(lower(${search}) in ${words}) > 0`
  // Nothing in a confidential letter is found: hits would tell who got it.
  return and(eq(outbox.isConfidential, false), kinds.length === 0 ? named : or(named, inArray(outbox.letter, kinds)))
}

const filtered = ({ state, channel, search }: LetterFilter) =>
  and(state && eq(outbox.state, state), channel && eq(outbox.channel, channel), search ? whereFound(search) : undefined)

const letterColumns = {
  id: outbox.id,
  channel: outbox.channel,
  recipient: outbox.recipient,
  locale: outbox.locale,
  letter: outbox.letter,
  content: outbox.content,
  secret: outbox.secret,
}

const listedColumns = {
  ...letterColumns,
  state: outbox.state,
  attempts: outbox.attempts,
  createdAt: outbox.createdAt,
  dueAt: outbox.dueAt,
  sentAt: outbox.sentAt,
  lastError: outbox.lastError,
  isConfidential: outbox.isConfidential,
}

export const letterPage = (
  db: Database,
  filter: LetterFilter,
  { page, pageSize }: { page: number; pageSize: number },
) =>
  db
    .select(listedColumns)
    .from(outbox)
    .where(filtered(filter))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export const countLetters = (db: Database, filter: LetterFilter): Promise<number> =>
  countRows(db, outbox, filtered(filter))

export const lockLetter = async (db: Database, id: OutboxId) => {
  const [found] = await db
    .select({ state: outbox.state, letter: outbox.letter })
    .from(outbox)
    .where(eq(outbox.id, id))
    .for('update')
  return found
}

export const queueAgain = async (db: Database, id: OutboxId, { now, expiresAt }: { now: Date; expiresAt: Date }) => {
  await db
    .update(outbox)
    .set({ state: 'waiting', attempts: 0, dueAt: now, expiresAt, lastError: null })
    .where(eq(outbox.id, id))
}

interface LetterToFound {
  letter: string
  /** The values by language; other languages use the first. */
  contents: Partial<Record<Locale, Record<string, string>>>
  /** Selects `id`, `email` and `locale` of the recipients. */
  recipients: SQL
  toMany: boolean
  isConfidential: boolean
  now: Date
  expiresAt: Date
}

/** One statement, however many there are. Returns their number. */
export const insertToFound = async (
  db: Database,
  { letter, contents, recipients, toMany, isConfidential, now, expiresAt }: LetterToFound,
): Promise<number> => {
  const { rowCount } = await db.execute(sql`
    insert into outbox
      (id, channel, recipient, account_id, locale, letter, content, state, to_many, is_confidential, due_at,
        expires_at, created_at)
    select new_id(${now}), 'mail', recipient.email, recipient.id, recipient.locale, ${letter},
      coalesce(written.content -> recipient.locale, written.content -> ${Object.keys(contents)[0]}),
      'waiting', ${toMany}, ${isConfidential}, ${now}, ${expiresAt}, ${now}
    from (${recipients}) as recipient, (values (${JSON.stringify(contents)}::jsonb)) as written (content)
  `)
  return rowCount ?? 0
}

/** Wakes the sender; a new letter does so by itself. */
export const announceOutbox = async (db: Database): Promise<void> => {
  await db.execute(sql`select pg_notify('outbox', '')`)
}

/** Expires outdated letters; claimed ones are left to their sender. */
export const expireLetters = async (db: Database, now: Date): Promise<void> => {
  await db
    .update(outbox)
    .set({ state: sql`case when ${outbox.attempts} = 0 then 'expired' else 'failed' end`, secret: null })
    .where(and(eq(outbox.state, 'waiting'), lte(outbox.expiresAt, now), lte(outbox.dueAt, now)))
}

interface Claim {
  now: Date
  leasedUntil: Date
  channels: readonly Channel[]
  most: number
}

/** Claims the letters that have been due for longest, bulk letters last, until the lease ends. */
export const claimLetters = (db: Database, { now, leasedUntil, channels, most }: Claim) => {
  const next = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.state, 'waiting'),
        lte(outbox.dueAt, now),
        gt(outbox.expiresAt, now),
        inArray(outbox.channel, [...channels]),
      ),
    )
    .orderBy(outbox.toMany, outbox.dueAt)
    .limit(most)
    .for('update', { skipLocked: true })
  return (
    db
      .update(outbox)
      .set({ dueAt: leasedUntil, attempts: sql`${outbox.attempts} + 1` })
      // The array is computed once; a plain "in" may be evaluated again and lock more rows than wanted.
      .where(sql`${outbox.id} = any (array${next})`)
      .returning({ ...letterColumns, attempts: outbox.attempts, expiresAt: outbox.expiresAt })
  )
}

export type ClaimedLetter = Awaited<ReturnType<typeof claimLetters>>[number]

export const markSent = async (db: Database, { id }: ClaimedLetter, now: Date): Promise<void> => {
  await db
    .update(outbox)
    .set({ state: 'sent', sentAt: now, secret: null, lastError: null })
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')))
}

/** Without a retry time it has failed for good. A letter claimed by another sender meanwhile is not touched. */
export const markFailed = async (
  db: Database,
  { id, attempts }: ClaimedLetter,
  { reason, again }: { reason: string; again: Date | undefined },
): Promise<void> => {
  await db
    .update(outbox)
    .set({ lastError: reason, ...(again ? { dueAt: again } : { state: 'failed' as const, secret: null }) })
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting'), eq(outbox.attempts, attempts)))
}

/** Letters that wait because there is no carrier for their channel. */
export const stuckLetters = (db: Database, since: Date, carried: readonly Channel[]) =>
  db
    .select(letterColumns)
    .from(outbox)
    .where(and(eq(outbox.state, 'waiting'), gte(outbox.createdAt, since), not(inArray(outbox.channel, [...carried]))))
    .orderBy(outbox.createdAt, outbox.id)
    .limit(1_000)
