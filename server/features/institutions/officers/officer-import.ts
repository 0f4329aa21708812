import { contact as contactField, profileFields } from '@lectern/contract/accounts/account-fields.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import {
  maxOfficerRows,
  officerColumns,
  type OfficerColumn,
} from '@lectern/contract/institutions/institution-values.ts'
import type * as contract from '@lectern/contract/institutions/officers.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { problemsOf } from '../../../platform/http/validation.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetRow } from '../../../platform/sheets/read-sheet.ts'
import { writeSheet } from '../../../platform/sheets/write-sheet.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { institutionOfCode, institutionsCalled } from '../directory/directory-queries.ts'
import { comparedSpelling } from '../directory/spellings.ts'
import type { InstitutionRow } from '../queries.ts'
import { openSheet, reporterOf, type CellProblem, type SheetColumns } from '../sheet-columns.ts'
import { invite, type Invited } from './invitations.ts'
import { countInState, invitedContacts } from './officer-queries.ts'
import { checkManages } from './officers.ts'

const headingOf = (locale: Locale, column: OfficerColumn): string => t(locale, `sheet.officers.${column}`)

interface SheetOfficer extends Invited {
  row: number
  institutionId: InstitutionId | undefined
  problems: CellProblem[]
}

type Report = (column: OfficerColumn, message: string) => void

/** The institution of a row, by code or by an exact name or spelling. Those of others look as if they did not exist. */
const institutionNamed = async (ctx: SignedIn, text: string, report: Report): Promise<InstitutionRow | undefined> => {
  const byCode = await institutionOfCode(ctx.db, text.toUpperCase())
  const candidates = byCode ? [byCode] : await institutionsCalled(ctx.db, comparedSpelling(text))
  const managed: InstitutionRow[] = []
  for (const one of candidates)
    if (one.state !== 'closed' && (await checkManages(ctx, one)).permitted) managed.push(one)
  if (managed.length === 0) report('institution', t(ctx.locale, 'error.institution.notFound'))
  if (managed.length > 1) report('institution', t(ctx.locale, 'sheet.officers.several'))
  return managed.length === 1 ? managed[0] : undefined
}

const readRow = async (
  ctx: SignedIn,
  sheetRow: SheetRow,
  columns: SheetColumns<OfficerColumn>,
): Promise<SheetOfficer> => {
  const problems: CellProblem[] = []
  const report: Report = reporterOf(sheetRow, columns, problems, (column) => headingOf(ctx.locale, column))
  const cell = (column: OfficerColumn): string => sheetRow.cells[columns.get(column)?.index ?? -1]?.trim() ?? ''
  const checked = (column: 'name' | 'contact'): string => {
    const schema = column === 'name' ? profileFields.realName : contactField
    const result = schema.safeParse(cell(column), { reportInput: true })
    if (result.success) return result.data
    for (const { message } of problemsOf(result.error, schema, ctx.locale)) report(column, message)
    return ''
  }
  const text = cell('institution')
  if (text === '') report('institution', t(ctx.locale, 'validation.required'))
  const row = text === '' ? undefined : await institutionNamed(ctx, text, report)
  return { row: sheetRow.number, institutionId: row?.id, name: checked('name'), contact: checked('contact'), problems }
}

/** Officers of an institution, and open invitations, but for those that newer ones of the sheet replace. */
const countTaken = async ({ db }: SignedIn, id: InstitutionId, rows: readonly SheetOfficer[]): Promise<number> => {
  const replaced = new Set(rows.filter((row) => row.institutionId === id).map(({ contact }) => contact))
  const others = (await invitedContacts(db, id)).filter((contact) => !replaced.has(contact))
  return (await countInState(db, id, ['active'])) + others.length
}

/** Problems between rows: the same person twice, more officers than an institution may have. */
const checkTogether = async (
  ctx: SignedIn,
  rows: readonly SheetOfficer[],
  sheetRows: readonly SheetRow[],
  columns: SheetColumns<OfficerColumn>,
): Promise<void> => {
  const first = new Map<string, number>()
  const taken = new Map<InstitutionId, number>()
  const most = ctx.installation.office.officersPerInstitution
  for (const [index, row] of rows.entries()) {
    if (!row.institutionId || row.problems.length > 0) continue
    const report: Report = reporterOf(sheetRows[index]!, columns, row.problems, (column) =>
      headingOf(ctx.locale, column),
    )
    const key = `${row.institutionId} ${row.contact}`
    const earlier = first.get(key)
    if (earlier !== undefined) report('contact', t(ctx.locale, 'sheet.problem.duplicate', { row: earlier }))
    else first.set(key, row.row)
    const count = (taken.get(row.institutionId) ?? (await countTaken(ctx, row.institutionId, rows))) + 1
    taken.set(row.institutionId, count)
    if (count > most) report('institution', t(ctx.locale, 'error.officer.tooMany', { most }))
  }
}

/** Institutions are locked in the order of their ids, as in merges: otherwise two requests could wait for each other. */
const inLockOrder = (rows: readonly SheetOfficer[]): SheetOfficer[] =>
  rows.toSorted((one, other) => (one.institutionId! < other.institutionId! ? -1 : 1))

type Answer = AnswerOf<typeof contract.importOfficers>

/** Invites the officers of a sheet: all of them or none. The problems of all rows are reported at once. */
export const importOfficers = async (outer: SignedIn, file: Buffer, dryRun: boolean): Promise<Answer> => {
  const {
    rows: sheetRows,
    columns,
    problems,
  } = await openSheet(file, outer.locale, {
    columns: officerColumns,
    required: officerColumns,
    headingOf,
    maxRows: maxOfficerRows,
  })
  if (problems.length > 0) return { dryRun, rows: sheetRows.length, invited: 0, problems }
  return inTransaction(outer, async (ctx) => {
    const rows: SheetOfficer[] = []
    for (const sheetRow of sheetRows) rows.push(await readRow(ctx, sheetRow, columns))
    await checkTogether(ctx, rows, sheetRows, columns)
    const problemsOfRows = rows.flatMap(({ row, problems: own }) => own.map((problem) => ({ row, ...problem })))
    const invited = problemsOfRows.length === 0 ? rows.length : 0
    if (invited > 0 && !dryRun)
      for (const { institutionId, name, contact } of inLockOrder(rows))
        await invite(ctx, institutionId!, { name, contact })
    return { dryRun, rows: rows.length, invited, problems: problemsOfRows }
  })
}

/** An empty sheet with the columns of an import. */
export const officerTemplate = async (locale: Locale) => ({
  name: `${t(locale, 'sheet.officers.templateName')}.xlsx`,
  body: await writeSheet('xlsx', {
    name: t(locale, 'sheet.officers.title'),
    columns: officerColumns.map((column) => ({ heading: headingOf(locale, column) })),
    rows: (async function* () {})(),
  }),
})
