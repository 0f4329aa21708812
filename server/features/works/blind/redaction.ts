import type { AccountId, FileId, WorkId } from '@lectern/contract/ids.ts'
import { acceptedTypes } from '@lectern/contract/works/work-rules.ts'
import { cleanableTypes } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { TargetedUpload, TargetedUploads } from '../../../platform/feature.ts'
import { organisers, permit } from '../../../platform/policy.ts'
import { whereHolds } from '../../accounts/service.ts'
import { account } from '../../accounts/tables.ts'
import { requireTakesNoPart } from '../../steps/service.ts'
import { activitiesOfWork } from '../affected-activities.ts'
import { findInspected, findStoredFile, type InspectedFile } from '../checks/inspection-queries.ts'
import { lockWorkRow } from '../queries.ts'
import { isBeingJudged, putInPlace } from './redacted-copies.ts'
import { hasOpenProposal, proposeRedaction } from './redaction-proposals.ts'

const requireRedacted = async ({ db }: Ctx, { target }: TargetedUpload): Promise<InspectedFile> => {
  const file = await findInspected(db, target['redacts'] as FileId)
  const isNamed = target['work'] === undefined || file?.workId === target['work']
  if (!file || !isNamed) throw fail('file.notFound')
  return file
}

/**
 * Experts get the copy in place of the file: of a type that its part accepts, and of which a copy can be made that tells
 * nothing. A part that the activity has dropped accepts whatever can be cleaned.
 */
const isFit = (type: string, { rules, part: id }: InspectedFile): boolean => {
  const part = rules.parts.find((one) => one.id === id)
  return cleanableTypes.has(type) && (!part || acceptedTypes(part, true).includes(type))
}

/** While experts judge the work, a copy is a proposal: it needs a reason, and a second organiser who confirms it. */
const isProposal = async (ctx: Ctx, { target }: TargetedUpload, { id, workId }: InspectedFile): Promise<boolean> => {
  if (!(await isBeingJudged(ctx, workId))) return false
  if (target['reason'] === undefined) throw fail('work.judgedAlready')
  if (await hasOpenProposal(ctx.db, id)) throw fail('work.redactionWaiting')
  return true
}

/** An upload may take days: whoever began it may be no organiser any more, or look after something else. */
const requireOrganiser = async ({ db }: Ctx, id: AccountId, workId: WorkId): Promise<void> => {
  const activityId = sql`(select work.activity_id from work where work.id = ${workId})`
  const holders = await db.$count(account, and(eq(account.id, id), whereHolds(sql`${account}`, 'contest', activityId)))
  if (holders === 0) throw fail('access.refused')
}

/** Uploads that redact a file of a work: experts get the redacted copy instead. */
export const redactionUploads: TargetedUploads = {
  begin: async (ctx, upload) => {
    permit(organisers('activity')(ctx.actor))
    const redacted = await requireRedacted(ctx, upload)
    await requireTakesNoPart(ctx, activitiesOfWork({ id: redacted.workId }))
    await isProposal(ctx, upload, redacted)
  },
  finish: async (ctx, upload) => {
    const redacted = await requireRedacted(ctx, upload)
    await requireOrganiser(ctx, upload.ownerId, redacted.workId)
    const copy = await findStoredFile(ctx.db, upload.id)
    if (!copy || !isFit(copy.type, redacted)) throw fail('file.wrongType')
    const { id: fileId, workId } = redacted
    await lockWorkRow(ctx.db, workId)
    if (!(await isProposal(ctx, upload, redacted)))
      return putInPlace(ctx, redacted, { copyId: upload.id, by: upload.ownerId })
    const reason = upload.target['reason']!
    await proposeRedaction(ctx, { workId, fileId, copyId: upload.id, reason, proposedBy: upload.ownerId })
  },
}
