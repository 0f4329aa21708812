import type { ActivityId, FileId, InstitutionId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileReader, TargetedUpload } from '../../../platform/feature.ts'
import { isOrganiser, permit } from '../../../platform/policy.ts'
import { filesUploadedBy } from '../../files/service.ts'
import { whereMayActFor } from '../../institutions/service.ts'
import { institution } from '../../institutions/tables.ts'
import { requireList } from '../lists/list-view.ts'
import { mayHandIn } from '../policy.ts'
import { recommendationList, recommendationSubmission } from '../tables.ts'

/** A scan that the caller has uploaded and that belongs to no other hand-in. */
export const requireScan = async (ctx: SignedIn, id: FileId): Promise<void> => {
  const own = await filesUploadedBy(ctx, 'stampedSummary', [id], [ctx.actor.id])
  if (!own.has(id)) throw fail('file.notFound').at('scan')
  const [used] = await ctx.db
    .select({ id: recommendationSubmission.scanId })
    .from(recommendationSubmission)
    .where(eq(recommendationSubmission.scanId, id))
  if (used) throw fail('file.inUse').at('scan')
}

/** A scan is uploaded for a list that its uploader may hand in. */
const beginUpload = async (ctx: SignedIn, { target }: TargetedUpload): Promise<void> => {
  const { activity, institution: owner } = target
  if (!activity || !owner) throw fail('institution.notFound')
  const view = await requireList(ctx, { activity: activity as ActivityId, institution: owner as InstitutionId })
  permit(mayHandIn(view, ctx))
}

/** Scans are read by their uploader, by officers of the institution and of the province above it, and by organisers. */
export const scanReader: FileReader = {
  nameFor: async (ctx, { id, ownerId, name }) => {
    const { actor } = ctx
    if (actor.kind !== 'account') return undefined
    if (actor.id === ownerId || isOrganiser(actor, 'contest')) return name
    const [row] = await ctx.db
      .select({ isWithin: sql<boolean>`${whereMayActFor(actor.id, institution.id)}` })
      .from(recommendationSubmission)
      .innerJoin(recommendationList, eq(recommendationList.id, recommendationSubmission.listId))
      .innerJoin(institution, eq(institution.id, recommendationList.institutionId))
      .where(eq(recommendationSubmission.scanId, id))
    return row?.isWithin ? name : undefined
  },
  named: sql`select scan_id as id from recommendation_submission where scan_id is not null`,
  uploads: { begin: beginUpload, finish: async () => {} },
}
