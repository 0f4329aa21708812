import type { Answers, AnswerValue, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { AccountId, EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { auditEntriesOn } from '../../audit/service.ts'
import { activity } from '../../competition/tables.ts'
import { filesOfOthers } from '../../files/service.ts'
import { logMilliseconds } from './answer-log.ts'
import { filesIn } from './answers.ts'
import { changedAnswers } from './working-answers.ts'
import { enrolment } from '../tables.ts'

/** The user whose account is being deleted, as they were until now. */
export interface Leaving {
  id: AccountId
  realName: string | null
  email: string | null
  phone: string | null
}

/**
 * Enrolments that may contain data of a user: those of their teams, now or at submission, and those that they wrote
 * in.
 */
export const touchedBy = async ({ db }: Ctx, id: AccountId): Promise<EnrolmentId[]> => {
  const { rows } = await db.execute<{ id: EnrolmentId }>(sql`
    select enrolment.id from enrolment join team_member using (team_id) where account_id = ${id}
    union
    select id from enrolment where snapshot @> ${JSON.stringify({ members: [{ accountId: id }] })}::jsonb
    union
    select enrolment.id from audit join enrolment on enrolment.id::text = subject_id
    where actor_id = ${id} and action = 'enrolment.answered'
  `)
  return rows.map((row) => row.id)
}

/** Enough digits to recognise a phone number, with or without its country code. */
const decidingDigits = 9

const holds = ({ realName, email, phone }: Leaving, value: AnswerValue | undefined): boolean => {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = String(value).normalize('NFKC').toLowerCase()
  const isNamed = [realName, email].some((word) => word && text.includes(word.normalize('NFKC').toLowerCase()))
  return isNamed || (phone !== null && text.replaceAll(/\D/g, '').includes(phone.slice(-decidingDigits)))
}

/** The questions that a user was the last to answer, as far as the log can tell. */
const answeredBy = (auditEntries: Awaited<ReturnType<typeof auditEntriesOn>>, id: AccountId): ReadonlySet<string> => {
  const own = new Map<string, number>()
  const others = new Map<string, number>()
  for (const { at, actorId, onBehalfOf, changes } of auditEntries)
    for (const field of (changes?.after?.['fields'] ?? []) as string[]) {
      const latest = (onBehalfOf ?? actorId) === id ? own : others
      latest.set(field, Math.max(latest.get(field) ?? 0, at.getTime()))
    }
  // The log names a question once within this time: within it, either of them may have answered last.
  const isOwn = ([field, at]: [string, number]): boolean => (others.get(field) ?? 0) - at < logMilliseconds
  return new Set([...own].filter(isOwn).map(([field]) => field))
}

/**
 * Whether an answer is erased: it refers to an erased file, or it is personal, or the form no longer has its
 * question.
 */
const judgeOf = (
  person: Leaving,
  fields: readonly FormField[],
  typed: ReadonlySet<string>,
  others: ReadonlySet<string>,
) => {
  const harmless = new Set(fields.filter(({ personal }) => !personal).map(({ id }) => id))
  return (field: string, value: AnswerValue): boolean =>
    filesIn({ [field]: value }).some((id) => !others.has(id.toLowerCase())) ||
    (!harmless.has(field) && (typed.has(field) || holds(person, value)))
}

const without = (answers: Answers, goes: (field: string, value: AnswerValue) => boolean): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([field, value]) => !goes(field, value)))

/** Of a list of files, those of other users stay. */
const withFilesOfOthers = (answers: Answers, others: ReadonlySet<string>): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([field, value]) => {
      if (typeof value !== 'object' || value === null || !('files' in value)) return [field, value]
      const files = value.files.filter((id) => others.has(id.toLowerCase()))
      return [field, files.length > 0 ? { files } : value]
    }),
  )

/**
 * Erases a user's own answers and files from enrolments in which others remain, amendments included. Versions go up,
 * so that no open form writes them back. Runs in the transaction that deletes the account.
 */
export const forgetPersonalAnswers = async (
  ctx: Ctx,
  person: Leaving,
  touched: readonly EnrolmentId[],
): Promise<void> => {
  const { answers, amendment, version, amendmentVersion } = enrolment
  const rows = await ctx.db
    .select({
      id: enrolment.id,
      state: enrolment.state,
      answers,
      amendment,
      version,
      amendmentVersion,
      fields: activity.fields,
    })
    .from(enrolment)
    .innerJoin(activity, eq(activity.id, enrolment.activityId))
    .where(inArray(enrolment.id, [...touched]))
    .orderBy(enrolment.id)
    .for('update', { of: enrolment })
  for (const one of rows) {
    const typed = answeredBy(
      await auditEntriesOn(ctx, 'enrolment.answered', { kind: 'enrolment', id: one.id }),
      person.id,
    )
    const named = [one.answers, one.amendment ?? {}].flatMap(filesIn)
    const filesKept = await filesOfOthers(ctx, named, person.id)
    const goes = judgeOf(person, one.fields, typed, filesKept)
    const leftOf = (input: Answers): Answers => without(withFilesOfOthers(input, filesKept), goes)
    const left = { answers: leftOf(one.answers), amendment: one.amendment && leftOf(one.amendment) }
    const isChanged = changedAnswers(one.answers, left.answers).length > 0
    const isAmended = changedAnswers(one.amendment ?? {}, left.amendment ?? {}).length > 0
    if (!isChanged && !isAmended) continue
    const counts = isChanged || one.state === 'returned'
    await ctx.db
      .update(enrolment)
      .set({
        ...left,
        updatedAt: ctx.now,
        ...(counts && { version: one.version + 1 }),
        ...(isAmended && { amendmentVersion: one.amendmentVersion + 1 }),
      })
      .where(eq(enrolment.id, one.id))
  }
}
