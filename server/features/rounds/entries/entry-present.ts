import { localize } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { RoundWork } from '@lectern/contract/rounds/rounds.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { EntryRow } from './entry-queries.ts'

export const presentRoundWork = (
  ctx: Ctx,
  { panelId, panelName, removedAt, activity, ...row }: EntryRow,
): RoundWork => ({
  ...row,
  number: row.number ?? '',
  activity: localize(activity, ctx.locale).text,
  panel: panelId && panelName !== null ? { id: panelId, name: panelName } : null,
  isRemoved: removedAt !== null,
})

export const presentRoundWorks = (ctx: Ctx, { list, ...page }: Page<EntryRow>): Page<RoundWork> => ({
  ...page,
  list: list.map((row) => presentRoundWork(ctx, row)),
})
