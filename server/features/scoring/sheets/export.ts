import type { Readable } from 'node:stream'
import type { RoundId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import { zoneTime } from '../../../platform/moments.ts'
import type { SheetThreads } from '../../../platform/sheets/sheet-threads.ts'
import type { SheetFormat } from '../../../platform/sheets/write-sheet.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { requireRound } from '../../rounds/service.ts'
import type { ScoreSheet } from './export-sheet.ts'

/** Every sheet that counts, with all its points: a spreadsheet recomputes the result from it. */
export const exportSheets = async (
  outer: SignedIn,
  id: RoundId,
  format: SheetFormat,
  threads: SheetThreads,
): Promise<{ name: string; body: Readable }> => {
  const { name, rules, timeZone, finished } = await requireRound(outer, id)
  await inTransaction(outer, (ctx) =>
    audit(ctx, 'sheets.exported', { subject: { kind: 'round', id }, after: { format, count: finished } }),
  )
  const round = localize(name, outer.locale).text
  const date = zoneTime(outer.now, timeZone).slice(0, 10)
  const input: ScoreSheet = { id, rules, locale: outer.locale, timeZone }
  return {
    name: `${t(outer.locale, 'sheet.scores.fileName', { round, date })}.${format}`,
    body: await threads.write({ rowsFrom: new URL('./export-sheet.ts', import.meta.url).href, format, input }),
  }
}
