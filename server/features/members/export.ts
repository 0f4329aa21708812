import type { Readable } from 'node:stream'
import type { Ctx } from '../../platform/context.ts'
import { t } from '../../platform/messages.ts'
import type { SheetThreads } from '../../platform/sheets/sheet-threads.ts'
import type { SheetFormat } from '../../platform/sheets/write-sheet.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import type { MemberSheet } from './export-sheet.ts'
import { countEveryMember, type MemberFilter } from './queries.ts'

/**
 * The members of a filter as a sheet. The audit entry (who exported personal data) is written before the first row is
 * sent.
 */
export const exportMembers = async (
  outer: Ctx,
  format: SheetFormat,
  filter: MemberFilter,
  timeZone: string,
  threads: SheetThreads,
): Promise<Readable> => {
  await inTransaction(outer, async (ctx) => {
    const count = await countEveryMember(ctx.db, filter)
    await audit(ctx, 'members.exported', {
      subject: { kind: 'members', id: format },
      after: { ...filter, count },
      // The search text may be a name.
      personal: true,
    })
  })
  const input: MemberSheet = { filter, locale: outer.locale, timeZone }
  return threads.write({ rowsFrom: new URL('./export-sheet.ts', import.meta.url).href, format, input })
}

export const exportName = ({ locale, now }: Ctx, format: SheetFormat, timeZone: string): string => {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  return `${t(locale, 'sheet.fileName', { date })}.${format}`
}
