import type { Channel, outboxStates } from '@lectern/contract/accounts/account-values.ts'
import type { ActivityId, OutboxId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, count, desc, eq, gt, gte, inArray, lte, not, or, sql, type SQL } from '../../platform/database/drizzle.ts'
import { lettersAbout } from './subjects.ts'
import { outbox } from './tables.ts'

export interface LetterFilter {
  state?: (typeof outboxStates)[number] | undefined
  channel?: Channel | undefined
  search?: string | undefined
  /** The activities in which the reader takes part: letters about them are withheld. */
  own?: readonly ActivityId[] | undefined
}

/** Searches recipients and values of letters, and the subjects of letter kinds. */
const whereFound = (search: string): SQL | undefined => {
  const kinds = lettersAbout(search)
  const words = sql`lower(concat_ws(' ', ${outbox.recipient}, ${outbox.content} ->> 'title', ${outbox.content} ->> 'subject'))`
  const named = sql`position(lower(${search}) in ${words}) > 0`
  // Nothing in a confidential letter is found: hits would tell who got it.
  return and(eq(outbox.isConfidential, false), kinds.length === 0 ? named : or(named, inArray(outbox.letter, kinds)))
}

const whereOfOthers = (own: readonly ActivityId[]): SQL =>
  sql`not coalesce(${outbox.activityIds} && ${sql.param(own)}::uuid[], true)`

const filtered = ({ state, channel, search, own = [] }: LetterFilter) =>
  and(
    state && eq(outbox.state, state),
    channel && eq(outbox.channel, channel),
    search ? whereFound(search) : undefined,
    own.length > 0 ? whereOfOthers(own) : undefined,
  )

/** Of the whole outbox: with a filter, the number would tell what is withheld. */
export const countWithheld = async (db: Database, own: readonly ActivityId[]): Promise<number> =>
  own.length === 0 ? 0 : countRows(db, outbox, not(whereOfOthers(own)))

/** Selects the activities that a letter is about. */
export const activitiesOfLetter = ({ id }: { id: OutboxId }): SQL =>
  sql`select unnest(outbox.activity_ids) from outbox where outbox.id = ${id}`

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

export const measuredStates = ['waiting', 'failed'] as const satisfies (typeof outboxStates)[number][]

/** Letters that wait or have failed; `oldestSeconds`: of those that wait and have not expired. */
export const measureLetters = (db: Database, now: Date) =>
  db
    .select({
      channel: outbox.channel,
      state: outbox.state,
      total: count(),
      oldestSeconds: sql<number | null>`
        extract(epoch from ${now}::timestamptz - min(${outbox.createdAt})
          filter (where ${outbox.state} = 'waiting' and ${outbox.expiresAt} > ${now}))::float8`,
    })
    .from(outbox)
    .where(inArray(outbox.state, [...measuredStates]))
    .groupBy(outbox.channel, outbox.state)

export const lockLetter = async (db: Database, id: OutboxId) => {
  const [row] = await db
    .select({ state: outbox.state, letter: outbox.letter })
    .from(outbox)
    .where(eq(outbox.id, id))
    .for('update')
  return row
}

export const queueAgain = async (db: Database, id: OutboxId, { now, expiresAt }: { now: Date; expiresAt: Date }) => {
  await db
    .update(outbox)
    .set({ state: 'waiting', attempts: 0, dueAt: now, expiresAt, lastError: null })
    .where(eq(outbox.id, id))
}

export interface LetterText {
  /** The values by language; other languages use the first. */
  contents: Partial<Record<Locale, Record<string, string>>>
  /** Organisers may see neither its recipients nor its text. */
  isConfidential: boolean
  /** Selects the ids of the activities that it is about; null: not known. */
  activities: SQL | null
}

interface LetterToFound {
  letter: string
  texts: readonly LetterText[]
  /** Selects `place` (of a text), `id`, `email` and `locale` of the recipients. */
  recipients: SQL
  toMany: boolean
  now: Date
  expiresAt: Date
}

/** One statement, however many there are. Returns their number. */
export const insertToFound = async (
  db: Database,
  { letter, texts, recipients, toMany, now, expiresAt }: LetterToFound,
): Promise<number> => {
  // Texts of one event share the query of their activities.
  const subjects = [...new Set(texts.map(({ activities }) => activities))]
  const activityIds = subjects.map(
    (activities, subject) => sql`when ${subject} then ${activities ? sql`array(${activities})` : sql`null::uuid[]`}`,
  )
  const rows = texts.map(({ contents, isConfidential, activities }, place) => ({
    place,
    contents,
    first: Object.keys(contents)[0],
    confidential: isConfidential,
    subject: subjects.indexOf(activities),
  }))
  const { rowCount } = await db.execute(sql`
    insert into outbox
      (id, channel, recipient, account_id, locale, letter, content, state, to_many, is_confidential, activity_ids,
        due_at, expires_at, created_at)
    select new_id(${now}), 'mail', recipient.email, recipient.id, recipient.locale, ${letter},
      coalesce(written.contents -> recipient.locale, written.contents -> written.first),
      'waiting', ${toMany}, written.confidential, case written.subject ${sql.join(activityIds, sql` `)} end,
      ${now}, ${expiresAt}, ${now}
    from (${recipients}) as recipient
    join jsonb_to_recordset(${JSON.stringify(rows)})
      as written (place integer, contents jsonb, first text, confidential boolean, subject integer) using (place)
    order by place
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

/** Letters of notices with this link are not sent any more. One that is being sent cannot be called back. */
export const expireNotices = async (db: Database, link: string): Promise<void> => {
  await db
    .update(outbox)
    .set({ state: 'expired', secret: null })
    .where(and(eq(outbox.state, 'waiting'), eq(outbox.letter, 'notice'), sql`${outbox.content} ->> 'link' = ${link}`))
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
    // Its notice may have been withdrawn while it was being sent.
    .where(and(eq(outbox.id, id), inArray(outbox.state, ['waiting', 'expired'])))
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
