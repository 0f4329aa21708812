import type { Readable } from 'node:stream'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { exportEnrolments as endpoint } from '@lectern/contract/enrolment-office.ts'
import type { EnrolmentSort } from '@lectern/contract/enrolment-values.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { readBatches } from '../../platform/database/cursor.ts'
import { say } from '../../platform/messages.ts'
import { writeSheet } from '../../platform/sheets/write-sheet.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { fileFactsOf } from '../files/service.ts'
import { filesIn } from './answers.ts'
import { exportedRows } from './export-queries.ts'
import { activitiesOfEdition, countEveryEnrolment, idsOfAll, type EnrolmentFilter } from './office-queries.ts'
import { filterOf } from './office.ts'
import { withResubmitBy } from './returns.ts'
import { columnsOf, type SheetEntry } from './sheet.ts'

const batch = 500

const entriesOf = async (ctx: Ctx, ids: readonly EnrolmentId[]): Promise<SheetEntry[]> => {
  const rows = await withResubmitBy(ctx, await exportedRows(ctx.db, ids))
  const files = await fileFactsOf(
    ctx,
    rows.flatMap(({ answers }) => filesIn(answers)),
  )
  return rows.map((row) => ({ row, files }))
}

const cellsOfAll = async function* (
  ctx: Ctx,
  filter: EnrolmentFilter,
  sort: EnrolmentSort,
  cellsOf: (entry: SheetEntry) => string[],
): AsyncGenerator<string[]> {
  const read = (db: Ctx['db'], found: { id: EnrolmentId }[]) =>
    entriesOf(
      { ...ctx, db },
      found.map(({ id }) => id),
    )
  const batches = readBatches(ctx.db, idsOfAll(ctx.db, filter, sort), batch, read)
  for await (const entries of batches) for (const entry of entries) yield cellsOf(entry)
}

const none = async function* (): AsyncGenerator<string[]> {}

/**
 * The enrolments of a filter as a sheet. Reading changes nothing, but for this: who took them out of the site, and what of the people in
 * them, is written down before the first of them leaves.
 */
export const exportEnrolments = async (outer: Ctx, query: QueryOf<typeof endpoint>): Promise<Readable> => {
  const { format, sort, personal = [], ...asked } = query
  const filter = await filterOf(outer, asked)
  const activities = filter ? await activitiesOfEdition(outer.db, filter.edition.id) : []
  await inTransaction(outer, async (ctx) => {
    const count = filter ? await countEveryEnrolment(ctx.db, filter) : 0
    await audit(ctx, 'enrolments.exported', {
      subject: { kind: 'enrolments', id: format },
      after: { ...asked, ...(filter && { edition: filter.edition.id }), personal, count },
      // What was searched for may be a name.
      personal: true,
    })
  })
  const columns = columnsOf({
    locale: outer.locale,
    timeZone: filter?.edition.timeZone ?? 'UTC',
    activities: asked.activity ? activities.filter(({ id }) => id === asked.activity) : activities,
    personal,
  })
  const cellsOf = (entry: SheetEntry): string[] => columns.map(({ cell }) => cell(entry))
  return writeSheet(format, {
    name: say(outer.locale, 'sheet.enrolments.name'),
    headings: columns.map(({ heading }) => heading),
    rows: filter ? cellsOfAll(outer, filter, sort, cellsOf) : none(),
  })
}

/** A sheet that tells about persons is known by its name, too. */
export const exportName = (
  { locale, now }: Ctx,
  { format, personal = [] }: QueryOf<typeof endpoint>,
  timeZone: string,
): string => {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  const id = personal.length > 0 ? 'sheet.enrolments.fileName.personal' : 'sheet.enrolments.fileName'
  return `${say(locale, id, { date })}.${format}`
}
