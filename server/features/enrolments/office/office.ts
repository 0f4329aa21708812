import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/enrolments/enrolment-office.ts'
import type { EditionId, EnrolmentId } from '@lectern/contract/ids.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { activitiesInDuty, whereInDuty } from '../../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { isOrganiser, permitted, type Verdict } from '../../../platform/policy.ts'
import { activity } from '../../competition/tables.ts'
import {
  activitiesOfEdition,
  countEnrolments,
  enrolmentPage,
  findDossier,
  findQueue,
  neighboursOf,
  pageOfEdition,
  type EnrolmentFilter,
  type ListedRow,
} from './office-queries.ts'
import { ownActivities, type OwnActivities } from '../../steps/service.ts'
import { findEdition } from './chosen-edition.ts'
import { withResubmitBy } from './returns.ts'
import { checkApproval, readApprovalRefusals, whereApprovable } from '../ports.ts'
import { requireEnrolment } from '../service.ts'

export type AskedFilter = Omit<QueryOf<typeof contract.readNeighbours>, 'sort'>

/** The query as a filter on one edition; undefined while there is no edition. */
export const filterOf = async (
  ctx: Ctx,
  { edition: id, ...filters }: AskedFilter,
): Promise<EnrolmentFilter | undefined> => {
  const { edition } = await findEdition(ctx, id)
  return edition && { ...filters, edition, among: activitiesInDuty(ctx.actor) }
}

/** Whether an index has the rows of a filter ordered by submission. */
const hasIndex = ({ edition: _edition, ...filter }: EnrolmentFilter): boolean => {
  const entries = Object.entries(filter).filter(([, value]) => value)
  if (entries.length === 0) return true
  const [name] = entries[0]!
  return entries.length === 1 && (name === 'activity' || name === 'province' || filter.state?.length === 1)
}

const isFiltered = ({ edition: _edition, ...filter }: AskedFilter): boolean => Object.values(filter).some(Boolean)

export type OfficeRow = ListedRow & { isOwnActivity: boolean; approval: Verdict }

/** The rows with current deadlines for resubmission, what keeps organisers from approving them, and the activities marked in which the organiser takes part. */
const asSeenBy = async (ctx: SignedIn, rows: readonly ListedRow[], own: OwnActivities): Promise<OfficeRow[]> => {
  const current = await withResubmitBy(ctx, rows)
  const submitted = current.filter(({ state }) => state === 'submitted').map(({ id }) => id)
  const refused = await readApprovalRefusals(ctx, submitted)
  return current.map((row) => ({
    ...row,
    isOwnActivity: own.has(row.activity.id),
    approval: refused.get(row.id) ?? permitted,
  }))
}

export const listEnrolments = async (
  ctx: SignedIn,
  { page, pageSize, sort, ...filters }: QueryOf<typeof contract.listEnrolments>,
): Promise<Page<OfficeRow>> => {
  if (!isFiltered(filters) && ctx.actor.activities === null) {
    const reader = { reader: ctx.actor.id, now: ctx.now }
    const { list, total, own } = await pageOfEdition(ctx.db, filters.edition, sort, { page, pageSize }, reader)
    if (total !== undefined) return { list: await asSeenBy(ctx, list, own), total, page, pageSize }
  }
  const filter = await filterOf(ctx, filters)
  if (!filter) return { list: [], total: 0, page, pageSize }
  const total = await countEnrolments(ctx.db, filter)
  const isInOrder = sort.endsWith('submittedAt') && hasIndex(filter)
  // With very many hits, a scan in order soon finds enough of them.
  const isFew = !isInOrder && total <= exactTotalLimit
  const list = await enrolmentPage(ctx.db, filter, sort, { page, pageSize }, isFew)
  return { list: await asSeenBy(ctx, list, await ownActivities(ctx)), total, page, pageSize }
}

export const listChoices = async (ctx: Ctx, id: EditionId | undefined) => {
  const { editions, edition } = await findEdition(ctx, id)
  const inDuty = isOrganiser(ctx.actor, 'people') ? undefined : whereInDuty(ctx.actor, sql`${activity.id}`)
  return { edition, editions, activities: edition ? await activitiesOfEdition(ctx.db, edition.id, inDuty) : [] }
}

export const requireDossier = async (ctx: SignedIn, id: EnrolmentId) => {
  const view = await requireEnrolment(ctx, id)
  const isOwnActivity = (await ownActivities(ctx)).has(view.team.activityId)
  const approval = view.enrolment.state === 'submitted' ? await checkApproval(ctx, id) : permitted
  return { view, isOwnActivity, approval, ...(await findDossier(ctx.db, id))! }
}

export const findNeighbours = async (
  ctx: Ctx,
  id: EnrolmentId,
  { sort, ...filters }: QueryOf<typeof contract.readNeighbours>,
) => {
  const filter = await filterOf(ctx, filters)
  return filter ? neighboursOf(ctx.db, filter, sort, id) : { previous: null, next: null }
}

/** Where an enrolment stands among those that wait for a decision, and which comes next. */
export const findEnrolmentQueue = async (
  ctx: SignedIn,
  { sort, at, ...filters }: QueryOf<typeof contract.readEnrolmentQueue>,
): Promise<contract.EnrolmentQueue> => {
  const filter = await filterOf(ctx, filters)
  if (!filter) return { total: 0, position: null, previous: null, next: null }
  const without = [...(await ownActivities(ctx)).keys()]
  return findQueue(ctx.db, { filter, sort, without, ready: whereApprovable(ctx) }, at)
}
