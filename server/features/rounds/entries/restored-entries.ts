import type { EntryId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { audit } from '../../audit/service.ts'
import { changeEntry, isJudged } from './entry-queries.ts'

interface RemovedEntry {
  id: EntryId
  /** The submission that was judged. */
  submission: number
  /** The submission of the work that stands. */
  standing: number | null
  removedReason: string | null
}

/** Sheets about one submission never count for another. */
export const mayRestore = async (
  { db }: Pick<Ctx, 'db'>,
  { id, submission, standing }: RemovedEntry,
): Promise<Verdict> =>
  submission !== standing && (await isJudged(db, id)) ? refuse('entry.judgedEarlier', { submission }) : permitted

/** A work comes back into a round, with the submission that stands. Requires a transaction that has locked the round exclusively. */
export const restoreEntry = async (
  ctx: Ctx,
  { id, submission, standing, removedReason }: RemovedEntry,
): Promise<void> => {
  const next = standing ?? submission
  await changeEntry(ctx.db, id, { removedAt: null, removedReason: null, submission: next })
  const isChanged = next !== submission
  await audit(ctx, 'entry.restored', {
    subject: { kind: 'entry', id },
    before: { ...(removedReason !== null && { reason: removedReason }), ...(isChanged && { submission }) },
    ...(isChanged && { after: { submission: next } }),
  })
}
