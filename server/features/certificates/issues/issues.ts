import type * as contract from '@lectern/contract/certificates/certificate-office.ts'
import { certificateNumber, maxSequence } from '@lectern/contract/certificates/certificate-numbers.ts'
import { issueMoves, planOutcomes, type PlanOutcome } from '@lectern/contract/certificates/certificate-values.ts'
import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { countRows } from '../../../platform/database/count.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { pageFrom } from '../../../platform/paging.ts'
import { all, permit, permitted, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { checkTakesNoPart, requireTakesNoPart, takeStep } from '../../steps/service.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { activitiesOfIssue, activitiesOfSource } from '../affected-activities.ts'
import {
  findIssue,
  findWholeIssue,
  issuePage,
  lockIssue,
  moveIssue,
  whereState,
  type ListedIssue,
} from './issue-queries.ts'
import { planIssue, type SiteTitle } from './plan.ts'
import { requireSource } from './recipients.ts'
import { nextNumberOf, requireSeries } from './series.ts'
import { certificateIssue } from '../tables.ts'
import { requireTemplate } from '../templates/templates.ts'

const checkIdle = ({ state }: ListedIssue): Verdict =>
  (issueMoves[state] as readonly string[]).includes('issuing') ? permitted : refuse('certificate.issueRunning')
const checkEmpty = ({ certificates }: ListedIssue): Verdict =>
  certificates > 0 ? refuse('certificate.issueStarted') : permitted

const mayStart = (issue: ListedIssue): Verdict =>
  all(
    checkIdle(issue),
    issue.source.from === 'sheet' && !issue.sheetRows ? refuse('certificate.sheetMissing') : permitted,
  )
export const mayEditIssue = (issue: ListedIssue): Verdict => all(checkIdle(issue), checkEmpty(issue))

export const requireIssue = async ({ db }: Ctx, id: CertificateIssueId): Promise<ListedIssue> => {
  const issue = await findIssue(db, id)
  if (!issue) throw fail('certificate.issueNotFound')
  return issue
}

const present = (
  { locale }: Ctx,
  issue: ListedIssue,
  others: Verdict = permitted,
): AnswerOf<typeof contract.readIssue> => ({
  id: issue.id,
  version: issue.version,
  kind: issue.kind,
  state: issue.state,
  title: localize(issue.title, locale).text,
  year: issue.year,
  source: { from: issue.source.from },
  template: { id: issue.templateId, name: localize(issue.templateName, locale).text },
  series: { id: issue.seriesId, nextNumber: nextNumberOf(issue.series) },
  locale: issue.locale,
  date: issue.dated,
  notify: issue.notify,
  revokedToo: issue.revokedToo,
  sheetRows: issue.source.from === 'sheet' ? (issue.sheetRows ?? 0) : null,
  certificates: issue.certificates,
  ready: issue.ready,
  blocked: issue.blocked,
  task: issue.taskId,
  startedAt: issue.startedAt?.toISOString() ?? null,
  finishedAt: issue.finishedAt?.toISOString() ?? null,
  createdAt: issue.createdAt.toISOString(),
  may: {
    edit: refusalText(all(others, mayEditIssue(issue)), locale),
    start: refusalText(all(others, mayStart(issue)), locale),
    delete: refusalText(all(others, mayEditIssue(issue)), locale),
  },
})

export const readIssue = async (ctx: SignedIn, id: CertificateIssueId) =>
  present(ctx, await requireIssue(ctx, id), await checkTakesNoPart(ctx, activitiesOfIssue({ id }), 'look'))

export const listIssues = async (ctx: Ctx, { page, pageSize, state }: QueryOf<typeof contract.listIssues>) => {
  const [rows, total] = await Promise.all([
    issuePage(ctx.db, { state, page, pageSize }),
    countRows(ctx.db, certificateIssue, whereState(state)),
  ])
  return { list: rows.map((row) => present(ctx, row)), total, page, pageSize }
}

type Content = Omit<BodyOf<typeof contract.saveIssue>, 'version'>

const columnsOf = ({ template, series, date, ...rest }: Content) => ({
  templateId: template,
  seriesId: series,
  dated: date,
  ...rest,
})

export const createIssue = async (
  outer: SignedIn,
  { source, ...content }: BodyOf<typeof contract.createIssue>,
  key: string | undefined,
) => {
  const { id } = await withIdempotencyKey(
    outer,
    { scope: `certificateIssue.create ${outer.actor.id}`, key, input: { source, ...content } },
    async (ctx) => {
      const { kind } = await requireTemplate(ctx, content.template)
      await requireSeries(ctx, content.series)
      const { editionId, activityId } = await requireSource(ctx, kind, source)
      await requireTakesNoPart(ctx, activitiesOfSource(source, { editionId, activityId }))
      const newIssue = newId<CertificateIssueId>(ctx.now)
      await ctx.db.insert(certificateIssue).values({
        id: newIssue,
        kind,
        state: 'draft',
        source,
        editionId,
        activityId,
        createdBy: ctx.actor.id,
        createdAt: ctx.now,
        updatedAt: ctx.now,
        ...columnsOf(content),
      })
      await audit(ctx, 'certificateIssue.created', {
        subject: { kind: 'certificateIssue', id: newIssue },
        after: { kind, source: source.from, ...content },
      })
      return { id: newIssue }
    },
  )
  return readIssue(outer, id)
}

/** Locks an issue whose last version the caller has seen. */
export const lockSeenIssue = async (ctx: Ctx, id: CertificateIssueId, version?: number): Promise<ListedIssue> => {
  await lockIssue(ctx.db, id)
  const issue = await requireIssue(ctx, id)
  if (version !== undefined && issue.version !== version) throw fail('resource.changed')
  return issue
}

export const saveIssue = (
  outer: SignedIn,
  id: CertificateIssueId,
  { version, ...content }: BodyOf<typeof contract.saveIssue>,
) =>
  inTransaction(outer, async (ctx) => {
    const issue = await lockSeenIssue(ctx, id, version)
    permit(mayEditIssue(issue))
    const { kind } = await requireTemplate(ctx, content.template)
    await requireSeries(ctx, content.series)
    await requireSource(ctx, kind, issue.source)
    await ctx.db
      .update(certificateIssue)
      .set({ kind, version: version + 1, updatedAt: ctx.now, ...columnsOf(content) })
      .where(eq(certificateIssue.id, id))
    const { templateId, seriesId, locale, dated, notify, revokedToo } = issue
    await audit(ctx, 'certificateIssue.saved', {
      subject: { kind: 'certificateIssue', id },
      before: { template: templateId, series: seriesId, locale, date: dated, notify, revokedToo },
      after: content,
    })
    return readIssue(ctx, id)
  })

export const deleteIssue = (outer: SignedIn, id: CertificateIssueId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const issue = await lockSeenIssue(ctx, id, version)
    permit(mayEditIssue(issue))
    await ctx.db.delete(certificateIssue).where(eq(certificateIssue.id, id))
    await audit(ctx, 'certificateIssue.deleted', {
      subject: { kind: 'certificateIssue', id },
      before: { kind: issue.kind, source: issue.source.from },
    })
  })

export const readIssuePlan = async (
  ctx: Ctx,
  id: CertificateIssueId,
  { outcome, ...slice }: QueryOf<typeof contract.readIssuePlan>,
  siteTitle: SiteTitle,
): Promise<AnswerOf<typeof contract.readIssuePlan>> => {
  const issue = await findWholeIssue(ctx.db, id)
  if (!issue) throw fail('certificate.issueNotFound')
  const { rows } = await planIssue(ctx, issue, siteTitle)
  const counts = Object.fromEntries(planOutcomes.map((one) => [one, 0])) as Record<PlanOutcome, number>
  for (const row of rows) counts[row.outcome] += 1
  const series = await requireSeries(ctx, issue.seriesId)
  const matches = rows
    .filter((row) => outcome === undefined || row.outcome === outcome)
    .map(({ values, holderId, outcome: planned, number, problems }) => ({
      name: values.name,
      award: values.award,
      work: values.work,
      institution: values.institution,
      holder: holderId,
      outcome: planned,
      number,
      problems,
    }))
  return {
    ...pageFrom(matches, slice),
    counts,
    first: counts.new > 0 ? nextNumberOf(series) : null,
    last: counts.new > 0 ? certificateNumber(series, Math.min(series.last + counts.new, maxSequence)) : null,
  }
}

export const startIssue = (outer: SignedIn, id: CertificateIssueId, version: number) =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockSeenIssue(ctx, id, version),
      may: mayStart,
      move: async (issue) => {
        const { title } = await requireSource(ctx, issue.kind, issue.source)
        const taskId = await enqueueTask(ctx, {
          kind: 'issueCertificates',
          input: { issue: id },
          subject: localize(title, ctx.locale).text,
          link: `/Admin/Certificate?issue=${id}`,
          startedBy: ctx.actor.id,
        })
        const started = { taskId, version: version + 1, startedAt: ctx.now, finishedAt: null }
        await moveIssue(ctx, id, 'issuing', started)
        return {
          after: await readIssue(ctx, id),
          log: {
            action: 'certificateIssue.started',
            subject: { kind: 'certificateIssue', id },
            after: { task: taskId },
          },
        }
      },
    }),
  )
