import type { Readable } from 'node:stream'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { exportEnrolments as endpoint } from '@lectern/contract/enrolments/enrolment-office.ts'
import { whereInDuty } from '../../../platform/activity-duties.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import type { Ctx } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetThreads } from '../../../platform/sheets/sheet-threads.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import type { EnrolmentSheet } from './export-sheet.ts'
import { activitiesOfEdition, countEveryEnrolment } from './office-queries.ts'
import { filterOf } from './office.ts'

/**
 * The enrolments of a filter as a sheet. The audit entry (who exported which data) is written before the first row is
 * sent.
 */
export const exportEnrolments = async (
  outer: Ctx,
  query: QueryOf<typeof endpoint>,
  threads: SheetThreads,
): Promise<Readable> => {
  const { format, sort, rows, personal = [], ...filters } = query
  const filter = await filterOf(outer, filters)
  const inDuty = whereInDuty(outer.actor, sql`activity.id`)
  const activities = filter ? await activitiesOfEdition(outer.db, filter.edition.id, inDuty) : []
  await inTransaction(outer, async (ctx) => {
    const count = filter ? await countEveryEnrolment(ctx.db, filter) : 0
    await audit(ctx, 'enrolments.exported', {
      subject: { kind: 'enrolments', id: format },
      after: { ...filters, ...(filter && { edition: filter.edition.id }), rows, personal, count },
      // The search text may be a name.
      personal: true,
    })
  })
  const input: EnrolmentSheet = {
    filter,
    sort,
    rows,
    locale: outer.locale,
    timeZone: filter?.edition.timeZone ?? 'UTC',
    activities: filters.activity ? activities.filter(({ id }) => id === filters.activity) : activities,
    personal,
  }
  return threads.write({ rowsFrom: new URL('./export-sheet.ts', import.meta.url).href, format, input })
}

/** The file name says whether a sheet contains personal data. */
export const exportName = (
  { locale, now }: Ctx,
  { format, personal = [] }: QueryOf<typeof endpoint>,
  timeZone: string,
): string => {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  const id = personal.length > 0 ? 'sheet.enrolments.fileName.personal' : 'sheet.enrolments.fileName'
  return `${t(locale, id, { date })}.${format}`
}
