import type { Readable } from 'node:stream'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { exportWorks as endpoint } from '@lectern/contract/works/work-office.ts'
import type { Ctx } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetThreads } from '../../../platform/sheets/sheet-threads.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import type { WorkSheet } from './export-sheet.ts'
import { countEveryWork } from './office-queries.ts'
import { filterOf } from './office.ts'

/** The works of a filter as a sheet. The audit entry is written before the first row is sent. */
export const exportWorks = async (
  outer: Ctx,
  { format, sort, ...asked }: QueryOf<typeof endpoint>,
  threads: SheetThreads,
): Promise<Readable> => {
  const filter = await filterOf(outer, asked)
  await inTransaction(outer, async (ctx) => {
    const count = filter ? await countEveryWork(ctx.db, filter) : 0
    await audit(ctx, 'works.exported', {
      subject: { kind: 'works', id: format },
      after: { ...asked, ...(filter && { edition: filter.edition.id }), count },
      // The search text may be a name.
      personal: true,
    })
  })
  const input: WorkSheet = { filter, sort, locale: outer.locale, timeZone: filter?.edition.timeZone ?? 'UTC' }
  return threads.write({ rowsFrom: new URL('./export-sheet.ts', import.meta.url).href, format, input })
}

export const exportName = ({ locale, now }: Ctx, format: string, timeZone: string): string => {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  return `${t(locale, 'sheet.works.fileName', { date })}.${format}`
}
