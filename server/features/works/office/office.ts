import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { WorkId } from '@lectern/contract/ids.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type * as contract from '@lectern/contract/works/work-office.ts'
import type { WorkSort } from '@lectern/contract/works/work-values.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { activitiesInDuty, hasDutyFor } from '../../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { permit, permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { localize } from '@lectern/contract/localized.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { findEdition } from '../../enrolments/service.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { ownActivities, type OwnActivities } from '../../steps/service.ts'
import { runningActivities } from '../../competition/service.ts'
import { blankedWordsOf } from '../blind/blanked-texts.ts'
import { requireBundledFiles } from './bundles.ts'
import { judgeFound, leaksOf } from '../blind/leak-queries.ts'
import {
  countWorks,
  findDossier,
  findQueue,
  neighboursOf,
  pageOfEdition,
  workPage,
  type ListedRow,
  type WorkFilter,
} from './office-queries.ts'
import { checkAcceptance, readAcceptanceRefusals, whereAcceptable } from '../ports.ts'
import { everyFileOf, submissionsOf } from '../queries.ts'
import { isBeingJudged } from '../blind/redacted-copies.ts'
import { redactionsOf } from '../blind/redaction-proposals.ts'
import { lockWork, requireWork } from '../work-view.ts'

type AskedFilter = Omit<QueryOf<typeof contract.readWorkNeighbours>, 'sort'>

/** The query as a filter on one edition; undefined while there is no edition. */
export const filterOf = async (ctx: Ctx, { edition: id, ...asked }: AskedFilter): Promise<WorkFilter | undefined> => {
  const { edition } = await findEdition(ctx, id)
  return edition && { ...asked, edition, among: activitiesInDuty(ctx.actor) }
}

export type OfficeRow = ListedRow & { isOwnActivity: boolean; acceptance: Verdict }

/** Of one state alone, the works that wait for the check are all or none. */
const orderWithin = ({ state }: WorkFilter, sort: WorkSort): WorkSort =>
  sort === 'waiting' && state?.length === 1 ? '-submittedAt' : sort

/** Whether an index has the rows of a filter in this order. */
const hasIndex = ({ edition: _edition, ...filter }: WorkFilter, sort: WorkSort): boolean => {
  const conditions = Object.entries(filter).filter(([, value]) => value)
  if (conditions.length === 0) return true
  if (conditions.length > 1 || !sort.endsWith('submittedAt')) return false
  const { activity, state, mark } = filter
  return activity !== undefined || state?.length === 1 || mark === 'leak' || mark === 'blocking' || mark === 'warning'
}

/** The rows with what keeps organisers from accepting them, and the activities marked in which the organiser takes part. */
const asSeenBy = async (ctx: SignedIn, rows: readonly ListedRow[], own: OwnActivities): Promise<OfficeRow[]> => {
  const submitted = rows.filter(({ state }) => state === 'submitted').map(({ id }) => id)
  const refused = await readAcceptanceRefusals(ctx, submitted)
  return rows.map((row) => ({
    ...row,
    isOwnActivity: own.has(row.activity.id),
    acceptance: refused.get(row.id) ?? permitted,
  }))
}

export const listWorks = async (
  ctx: SignedIn,
  { page, pageSize, sort: askedSort, ...asked }: QueryOf<typeof contract.listWorks>,
): Promise<Page<OfficeRow>> => {
  const { edition, ...conditions } = asked
  if (!Object.values(conditions).some(Boolean) && ctx.actor.activities === null) {
    const reader = { reader: ctx.actor.id, now: ctx.now }
    const { list, total, own } = await pageOfEdition(ctx.db, edition, askedSort, { page, pageSize }, reader)
    if (total !== undefined) return { list: await asSeenBy(ctx, list, own), total, page, pageSize }
  }
  const filter = await filterOf(ctx, asked)
  if (!filter) return { list: [], total: 0, page, pageSize }
  const sort = orderWithin(filter, askedSort)
  const total = await countWorks(ctx.db, filter)
  // With very many hits, a scan in order soon finds enough of them.
  const isFew = !hasIndex(filter, sort) && total <= exactTotalLimit
  const rows = await workPage(ctx.db, filter, sort, { page, pageSize }, isFew)
  return { list: await asSeenBy(ctx, rows, await ownActivities(ctx)), total, page, pageSize }
}

export const requireWorkDossier = async (ctx: SignedIn, id: WorkId) => {
  const view = await requireWork(ctx, id)
  return {
    view,
    everyFile: await everyFileOf(ctx.db, id),
    submissions: await submissionsOf(ctx.db, id),
    leaks: await leaksOf(ctx.db, id),
    blankedWords: await blankedWordsOf(ctx.db, id),
    redactions: await redactionsOf(ctx.db, id),
    isJudged: await isBeingJudged(ctx, id),
    isOwnActivity: (await ownActivities(ctx)).has(view.team.activityId),
    acceptance: view.work.state === 'submitted' ? await checkAcceptance(ctx, id) : permitted,
    ...(await findDossier(ctx.db, id))!,
  }
}

export const findWorkNeighbours = async (
  ctx: Ctx,
  id: WorkId,
  { sort, ...asked }: QueryOf<typeof contract.readWorkNeighbours>,
) => {
  const filter = await filterOf(ctx, asked)
  return filter ? neighboursOf(ctx.db, filter, sort, id) : { previous: null, next: null }
}

/** Where a work stands in the formal check, and which comes next. */
export const findWorkQueue = async (
  ctx: SignedIn,
  { sort, at, ...asked }: QueryOf<typeof contract.readWorkQueue>,
): Promise<contract.WorkQueue> => {
  const filter = await filterOf(ctx, asked)
  if (!filter) return { total: 0, position: null, previous: null, next: null }
  const without = [...(await ownActivities(ctx)).keys()]
  const waiting = orderWithin({ ...filter, state: ['submitted'] }, sort)
  return findQueue(ctx.db, { filter, sort: waiting, without, ready: whereAcceptable(ctx) }, at)
}

/** Organisers say of hints that they reveal nobody, or take that back. */
export const judgeLeaks = (outer: SignedIn, id: WorkId, { leaks, judgement }: BodyOf<typeof contract.judgeLeaks>) =>
  inTransaction(outer, async (ctx) => {
    await lockWork(ctx, id)
    const judged = await judgeFound(ctx, id, leaks, judgement)
    if (judged < leaks.length) throw fail('resource.changed')
    await audit(ctx, 'work.leaksJudged', {
      subject: { kind: 'work', id },
      after: { count: judged, judgement },
    })
  })

/** Starts the task that puts the submitted files of an activity into one archive. */
export const bundleWorks = (outer: SignedIn, body: BodyOf<typeof contract.bundleWorks>, key: string | undefined) =>
  withIdempotencyKey(outer, { scope: `works.bundle ${outer.actor.id}`, key, input: body }, async (ctx) => {
    const name = (await runningActivities(ctx, [body.activity])).get(body.activity)?.name
    if (!name) throw fail('activity.notFound').at('activity')
    permit(hasDutyFor(ctx.actor, body.activity) ? permitted : refuse('duty.limited'))
    await requireBundledFiles(ctx, body)
    const task = await enqueueTask(ctx, {
      kind: 'bundle',
      input: { activity: body.activity, blind: body.blind, locale: ctx.locale },
      subject: localize(name, ctx.locale).text,
      link: `/Admin/Work?activity=${body.activity}`,
      startedBy: ctx.actor.id,
    })
    await audit(ctx, 'works.bundled', {
      subject: { kind: 'works', id: body.activity },
      after: { activity: body.activity, blind: body.blind, task },
    })
    return { task }
  })
