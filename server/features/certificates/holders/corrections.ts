import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import { correctionMoves } from '@lectern/contract/certificates/certificate-values.ts'
import type * as contract from '@lectern/contract/certificates/certificates.ts'
import type { ExpectedName } from '@lectern/contract/certificates/certificates.ts'
import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, CorrectionId, WorkId } from '@lectern/contract/ids.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, desc, eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { permit, permitted, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { account } from '../../accounts/tables.ts'
import { audit, type AuditValues } from '../../audit/service.ts'
import { activity } from '../../competition/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { asWritten, sendNotice } from '../../notices/service.ts'
import { takeStep } from '../../steps/service.ts'
import { work } from '../../works/tables.ts'
import { lockCorrections } from '../issues/award-queries.ts'
import { certificatesOf } from './certificate-queries.ts'
import { ownPath } from './notices.ts'
import { presentOwn } from '../present.ts'
import { certificate, certificateCorrection } from '../tables.ts'

type CorrectionRow = typeof certificateCorrection.$inferSelect

const presentCorrection = (row: CorrectionRow) => ({
  id: row.id,
  state: row.state,
  from: row.fromName,
  to: row.toName,
  reason: row.reason,
  answer: row.answer,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

interface ExpectedRow extends Record<string, unknown> {
  work: WorkId
  number: string
  title: string
  activity: LocalizedText
  name: string
  /** Also if it was revoked: there is nothing left to correct. */
  issued: boolean
}

/** The user's name in the last submissions of works that were not disqualified. */
const expectedOf = async (db: Database, id: AccountId, only?: WorkId): Promise<ExpectedRow[]> => {
  const { rows } = await db.execute<ExpectedRow>(sql`
    select work.id as work, enrolment.number, work.title, activity.name as activity, named ->> 'name' as name,
      exists (
        select from certificate
        where certificate.work_id = work.id and certificate.person = ${id}::text
      ) as issued
    from team_member
    join work on work.team_id = team_member.team_id and work.state in ('submitted', 'accepted')
    join enrolment on enrolment.id = work.enrolment_id
    join activity on activity.id = work.activity_id
    join submission on submission.work_id = work.id and submission.number = work.submission
    cross join lateral jsonb_array_elements(submission.manifest::jsonb -> 'names') as named
    where team_member.account_id = ${id} and named ->> 'account' = ${id}::text
      and (${only ?? null}::uuid is null or work.id = ${only ?? null}::uuid)
    order by work.created_at desc, work.id
  `)
  return rows
}

const latestCorrections = async (db: Database, id: AccountId): Promise<ReadonlyMap<WorkId, CorrectionRow>> => {
  const rows = await db
    .select()
    .from(certificateCorrection)
    .where(eq(certificateCorrection.accountId, id))
    .orderBy(certificateCorrection.createdAt, certificateCorrection.id)
  return new Map(rows.map((row) => [row.workId, row]))
}

const mayCorrect = ({ issued }: ExpectedRow, latest: CorrectionRow | undefined): Verdict => {
  if (issued) return refuse('certificate.issuedAlready')
  return latest?.state === 'open' ? refuse('certificate.correctionOpen') : permitted
}

export const listOwnCertificates = async (ctx: SignedIn): Promise<AnswerOf<typeof contract.listOwnCertificates>> => {
  const { db, actor, locale } = ctx
  const list = await certificatesOf(db, actor.id)
  const corrections = await latestCorrections(db, actor.id)
  const expected = (await expectedOf(db, actor.id))
    .filter(({ issued }) => !issued)
    .map((row): ExpectedName => {
      const latest = corrections.get(row.work)
      return {
        work: row.work,
        number: row.number,
        title: row.title,
        activity: localize(row.activity, locale).text,
        name: latest?.state === 'accepted' ? latest.toName : row.name,
        correction: latest ? presentCorrection(latest) : null,
        may: { correct: refusalText(mayCorrect(row, latest), locale) },
      }
    })
  return { list: list.map(presentOwn), expected }
}

const requireCorrection = async ({ db }: Ctx, id: CorrectionId): Promise<CorrectionRow> => {
  const [row] = await db.select().from(certificateCorrection).where(eq(certificateCorrection.id, id)).for('update')
  if (!row) throw fail('certificate.correctionNotFound')
  return row
}

export const requestCorrection = (
  outer: SignedIn,
  { work: workId, name, reason }: BodyOf<typeof contract.requestCorrection>,
) =>
  inTransaction(outer, async (ctx) => {
    await lockCorrections(ctx.db, 'shared')
    const [expected] = await expectedOf(ctx.db, ctx.actor.id, workId)
    if (!expected) throw fail('certificate.notHere').at('work')
    const latest = (await latestCorrections(ctx.db, ctx.actor.id)).get(workId)
    permit(mayCorrect(expected, latest))
    const current = latest?.state === 'accepted' ? latest.toName : expected.name
    if (current === name) throw fail('certificate.nameSame').at('name')
    const row = {
      id: newId<CorrectionId>(ctx.now),
      workId,
      accountId: ctx.actor.id,
      state: 'open' as const,
      fromName: current,
      toName: name,
      reason,
      createdAt: ctx.now,
    }
    // Another tab may have been faster.
    const { rowCount } = await ctx.db.insert(certificateCorrection).values(row).onConflictDoNothing()
    if (rowCount === 0) throw fail('certificate.correctionOpen')
    await audit(ctx, 'correction.requested', {
      subject: { kind: 'work', id: workId },
      before: { name: current },
      after: { name, reason, correction: 'open' },
      personal: true,
    })
    return presentCorrection(await requireCorrection(ctx, row.id))
  })

const checkOpen = ({ state }: CorrectionRow): Verdict =>
  correctionMoves[state].length > 0 ? permitted : refuse('certificate.correctionDecided')

interface CorrectionMove {
  to: 'withdrawn' | 'accepted' | 'refused'
  action: AuditAction
  changes?: { answer: string | null; decidedBy: AccountId }
  logged?: AuditValues
}

/** Returns what is logged. Requires a transaction that has locked the correction. */
const moveCorrection = async (
  ctx: Ctx,
  { id, state, workId }: CorrectionRow,
  { to, action, changes, logged }: CorrectionMove,
) => {
  await ctx.db
    .update(certificateCorrection)
    .set({ ...changes, state: to, decidedAt: ctx.now })
    .where(eq(certificateCorrection.id, id))
  const subject = { kind: 'work', id: workId } as const
  return { action, subject, before: { correction: state }, after: { correction: to, ...logged } }
}

export const withdrawCorrection = (outer: SignedIn, id: CorrectionId): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        const row = await requireCorrection(ctx, id)
        if (row.accountId !== ctx.actor.id) throw fail('certificate.correctionNotFound')
        return row
      },
      may: checkOpen,
      move: async (row) => ({
        after: undefined,
        log: await moveCorrection(ctx, row, { to: 'withdrawn', action: 'correction.withdrawn' }),
      }),
    }),
  )

const corrections = (db: Database) =>
  db
    .select({
      correction: certificateCorrection,
      name: account.realName,
      status: account.status,
      number: enrolment.number,
      title: work.title,
      activity: activity.name,
    })
    .from(certificateCorrection)
    .innerJoin(account, eq(account.id, certificateCorrection.accountId))
    .innerJoin(work, eq(work.id, certificateCorrection.workId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(activity, eq(activity.id, work.activityId))

type Listed = Awaited<ReturnType<typeof corrections>>[number]

const presentListed = ({ locale }: Ctx, row: Listed) => ({
  ...presentCorrection(row.correction),
  person: row.status === 'deleted' ? null : { id: row.correction.accountId, name: row.name ?? row.correction.fromName },
  work: {
    id: row.correction.workId,
    number: row.number ?? '',
    title: row.title,
    activity: localize(row.activity, locale).text,
  },
})

export const listCorrections = async (
  ctx: Ctx,
  { page, pageSize, state }: QueryOf<typeof contract.listCorrections>,
) => {
  const where = state && eq(certificateCorrection.state, state)
  const [rows, total] = await Promise.all([
    corrections(ctx.db)
      .where(where)
      .orderBy(
        sql`${certificateCorrection.state} <> 'open'`,
        desc(certificateCorrection.createdAt),
        desc(certificateCorrection.id),
      )
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    ctx.db.$count(certificateCorrection, where),
  ])
  return { list: rows.map((row) => presentListed(ctx, row)), total, page, pageSize }
}

/** What is printed cannot be corrected any more. */
const hasValidCertificate = async (db: Database, { workId, accountId }: CorrectionRow): Promise<boolean> =>
  (await db.$count(
    certificate,
    and(eq(certificate.workId, workId), eq(certificate.person, accountId), eq(certificate.state, 'issued')),
  )) > 0

export const decideCorrection = (
  outer: SignedIn,
  id: CorrectionId,
  { decision, answer }: BodyOf<typeof contract.decideCorrection>,
) =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        await lockCorrections(ctx.db, 'shared')
        return requireCorrection(ctx, id)
      },
      may: checkOpen,
      move: async (correction) => {
        if (decision === 'accepted' && (await hasValidCertificate(ctx.db, correction)))
          throw fail('certificate.correctionLate')
        if (decision === 'refused' && answer === undefined) throw fail('certificate.answerNeeded').at('answer')
        const log = await moveCorrection(ctx, correction, {
          to: decision,
          action: 'correction.decided',
          changes: { answer: answer ?? null, decidedBy: ctx.actor.id },
          ...(answer !== undefined && { logged: { answer } }),
        })
        const [row] = await corrections(ctx.db).where(eq(certificateCorrection.id, id))
        const values = {
          name: asWritten(correction.toName),
          title: asWritten(row!.title),
          ...(decision === 'refused' && { answer: asWritten(answer ?? '') }),
        }
        const notify = () =>
          sendNotice(ctx, {
            to: { account: correction.accountId },
            kind: 'contest',
            message: `correction.${decision}`,
            values,
            link: ownPath,
            activities: sql`select work.activity_id from work where work.id = ${correction.workId}`,
          })
        return { after: presentListed(ctx, row!), log, notify }
      },
    }),
  )
