import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { EntryId, RoundId, WorkId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { entryCodeLength } from '@lectern/contract/review/review-values.ts'
import type * as contract from '@lectern/contract/rounds/rounds.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { t } from '../../../platform/messages.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { newCode } from './codes.ts'
import { recordConflicts } from '../assignments/conflicts.ts'
import {
  changeEntry,
  countEntries,
  endStreamsOf,
  entryPage,
  findEntry,
  insertEntries,
  lockWorksToCollect,
  type EntryRow,
} from './entry-queries.ts'
import { mayRestore, restoreEntry } from './restored-entries.ts'
import { mayArrange } from '../policy.ts'
import { roundResults } from '../ports.ts'
import type { RoundView } from '../setup/round-queries.ts'
import { lockSeenRound, requireRound } from '../setup/rounds.ts'

export const listRoundWorks = async (
  ctx: SignedIn,
  id: RoundId,
  { page, pageSize, panel, short, search }: QueryOf<typeof contract.listRoundWorks>,
): Promise<Page<EntryRow>> => {
  await requireRound(ctx, id)
  const filter = { panel, isShort: short === 'true', search: search?.trim() || undefined }
  const list = await entryPage(ctx.db, id, filter, { page, pageSize })
  return { list, total: await countEntries(ctx.db, id, filter), page, pageSize }
}

/** Undefined: the round takes any accepted work. */
const worksGoingOn = async (ctx: Ctx, previousId: RoundId | null): Promise<readonly WorkId[] | undefined> => {
  if (previousId === null) return undefined
  for (const results of ctx.installation.ports.all(roundResults)) {
    const works = await results.goingOn(ctx, previousId)
    if (works) return works
  }
  throw fail('round.incomplete', { reason: t(ctx.locale, 'office.rounds.todo.previous') })
}

const chunk = 1_000

/** Takes in all accepted works that are not in the round. Works are locked before the round, as steps of a work do it. */
export const collectWorks = (outer: SignedIn, id: RoundId): Promise<AnswerOf<typeof contract.collectWorks>> =>
  inTransaction(outer, async (ctx) => {
    const seen: RoundView = await requireRound(ctx, id)
    permit(mayArrange(seen))
    const among = await worksGoingOn(ctx, seen.previousId)
    const activities = seen.activities.map((activity) => activity.id)
    const rows = await lockWorksToCollect(ctx.db, id, { activities, among })
    const view = await lockSeenRound(ctx, id)
    // Its activities or its state may have changed while this waited.
    if (view.version !== seen.version) throw fail('resource.changed')
    let added = 0
    for (let from = 0; from < rows.length; from += chunk)
      added += await insertEntries(
        ctx.db,
        rows.slice(from, from + chunk).map((work) => ({
          id: newId<EntryId>(ctx.now),
          roundId: id,
          workId: work.id,
          submission: work.submission!,
          code: newCode(entryCodeLength),
        })),
      )
    if (added > 0) {
      await audit(ctx, 'round.worksCollected', { subject: { kind: 'round', id }, after: { count: added } })
      await recordConflicts(ctx, id)
    }
    return { added, total: view.works + added }
  })

/** Takes a work out of a round, or back in. */
export const removeRoundWork = (
  outer: SignedIn,
  roundId: RoundId,
  id: EntryId,
  { removed, reason }: BodyOf<typeof contract.removeRoundWork>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockSeenRound(ctx, roundId)
    const row = await findEntry(ctx.db, roundId, id)
    if (!row) throw fail('entry.notFound')
    if (view.state === 'settled') throw fail('round.moveRefused')
    if (removed === (row.removedAt !== null)) return
    if (removed && !reason) throw fail('round.reasonNeeded').at('reason')
    if (!removed && row.workState !== 'accepted') throw fail('entry.notAccepted')
    if (!removed) {
      permit(await mayRestore(ctx, row))
      return restoreEntry(ctx, row)
    }
    await changeEntry(ctx.db, id, { removedAt: ctx.now, removedReason: reason! })
    await endStreamsOf(ctx.db, id)
    await audit(ctx, 'entry.removed', { subject: { kind: 'entry', id }, after: { reason } })
  })
