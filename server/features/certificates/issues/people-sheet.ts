import { line, readLine } from '@lectern/contract/accounts/account-fields.ts'
import type * as contract from '@lectern/contract/certificates/certificate-office.ts'
import {
  certificateColumns,
  maxCertificateName,
  maxCertificateText,
  maxSheetPeople,
  type CertificateColumn,
} from '@lectern/contract/certificates/certificate-values.ts'
import { plainName } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { z } from 'zod'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { problemsOf } from '../../../platform/http/validation.ts'
import { t } from '../../../platform/messages.ts'
import { permit } from '../../../platform/policy.ts'
import { readSheet, type SheetRow } from '../../../platform/sheets/read-sheet.ts'
import { writeSheet } from '../../../platform/sheets/write-sheet.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { inTurns } from '../../../platform/turns.ts'
import { audit } from '../../audit/service.ts'
import { accountsNamed } from './award-queries.ts'
import { lockSeenIssue, mayEditIssue, requireIssue } from './issues.ts'
import { sheetPersonKey } from './recipients.ts'
import { certificateIssue, type SheetPerson } from '../tables.ts'

/** People who get certificates, from a sheet with headings in any of the languages. */

const maxColumns = 60
const maxShownProblems = 500

const fold = (text: string): string =>
  plainName(text.slice(0, 200))
    .toLowerCase()
    .replace(/[(*（].*$/s, '')
    .trim()

const headingOf = (locale: Locale, column: CertificateColumn): string => t(locale, `certificates.column.${column}`)

const columnsByHeading = new Map<string, CertificateColumn>(
  certificateColumns.flatMap((column) =>
    [column, ...locales.map((locale) => headingOf(locale, column))].map((heading) => [fold(heading), column] as const),
  ),
)

type Columns = ReadonlyMap<CertificateColumn, { index: number; heading: string }>
type Problem = { column: string; value: string; message: string }
type Answer = AnswerOf<typeof contract.importPeople>

const readHeadings = (cells: readonly string[], locale: Locale): { columns: Columns; problems: Problem[] } => {
  const columns = new Map<CertificateColumn, { index: number; heading: string }>()
  const problems: Problem[] = []
  const report = (column: string, problem: 'unknownColumn' | 'doubleColumn' | 'missingColumn'): void =>
    void problems.push({ column, value: '', message: t(locale, `sheet.problem.${problem}`) })
  for (const [index, heading] of cells.entries()) {
    if (heading.trim() === '') continue
    const column = columnsByHeading.get(fold(heading))
    if (!column) report(heading.slice(0, 100), 'unknownColumn')
    else if (columns.has(column)) report(heading, 'doubleColumn')
    else columns.set(column, { index, heading })
  }
  if (!columns.has('name')) report(headingOf(locale, 'name'), 'missingColumn')
  return { columns, problems }
}

const optionalText = readLine(maxCertificateText).or(z.literal(''))
// Built once: to build a schema takes longer than to read a cell with it.
const ownSchemas: Partial<Record<CertificateColumn, z.ZodType<string>>> = {
  name: readLine(maxCertificateName),
  account: line(maxCertificateText).or(z.literal('')),
}

/** A row as it was typed. */
type TypedPerson = Record<CertificateColumn, string>

interface ReadRow {
  row: number
  person: TypedPerson
  problems: Problem[]
}

const readRow = ({ number, cells }: SheetRow, columns: Columns, locale: Locale): ReadRow => {
  const problems: Problem[] = []
  const person = Object.fromEntries(
    certificateColumns.map((column) => {
      const { index = -1, heading = headingOf(locale, column) } = columns.get(column) ?? {}
      const cell = cells[index]?.trim() ?? ''
      const schema = ownSchemas[column] ?? optionalText
      const result = schema.safeParse(cell, { reportInput: true })
      if (result.success) return [column, result.data]
      for (const { message } of problemsOf(result.error, schema, locale))
        problems.push({ column: heading, value: cell.slice(0, 100), message })
      return [column, cell.slice(0, 100)]
    }),
  ) as TypedPerson
  return { row: number, person, problems }
}

type Accounts = Awaited<ReturnType<typeof accountsNamed>>

/** Problems between rows, and accounts that do not exist. Gives those that do. */
const checkTogether = async (ctx: Ctx, rows: readonly ReadRow[], columns: Columns): Promise<Accounts> => {
  const { locale } = ctx
  const names = rows.flatMap(({ person }) => (person.account === '' ? [] : [person.account]))
  const accounts = await accountsNamed(ctx.db, names)
  const first = new Map<string, number>()
  for (const { row, person, problems } of rows) {
    const report = (column: CertificateColumn, message: string): void =>
      void problems.push({
        column: columns.get(column)?.heading ?? headingOf(locale, column),
        value: person[column],
        message,
      })
    if (person.account !== '' && !accounts.has(person.account))
      report('account', t(locale, 'certificates.problem.noAccount'))
    const key = JSON.stringify(sheetPersonKey(person))
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row)
    else report('name', t(locale, 'sheet.problem.duplicate', { row: earlier }))
  }
  return accounts
}

/** Mail addresses and phone numbers of holders are not stored again. */
const storedPerson = ({ account, ...person }: TypedPerson, accounts: Accounts): SheetPerson => ({
  ...person,
  account: accounts.get(account) ?? null,
})

/** All rows or none; the problems of all are reported at once. */
export const importPeople = async (
  outer: SignedIn,
  id: CertificateIssueId,
  file: Buffer,
  dryRun: boolean,
): Promise<Answer> => {
  const issue = await requireIssue(outer, id)
  if (issue.source.from !== 'sheet') throw fail('certificate.sourceUnfit')
  permit(mayEditIssue(issue))
  const sheet = await readSheet(file, { maxRows: maxSheetPeople + 1, maxColumns })
  if (sheet === 'unreadable') throw fail('sheet.unreadable')
  if (sheet === 'tooLong') throw fail('sheet.tooLong', { most: maxSheetPeople })
  const [headings, ...cells] = sheet
  if (!headings || cells.length === 0) throw fail('sheet.empty')
  const { columns, problems } = readHeadings(headings.cells, outer.locale)
  if (problems.length > 0) return { dryRun, total: 0, rows: [{ row: headings.number, name: '', problems }] }
  const rows: ReadRow[] = []
  for await (const row of inTurns(cells)) rows.push(readRow(row, columns, outer.locale))
  const accounts = await checkTogether(outer, rows, columns)
  const wrong = rows.filter((row) => row.problems.length > 0)
  if (!dryRun && wrong.length === 0)
    await inTransaction(outer, async (ctx) => {
      const lockedIssue = await lockSeenIssue(ctx, id)
      permit(mayEditIssue(lockedIssue))
      await ctx.db
        .update(certificateIssue)
        .set({
          sheet: rows.map(({ person }) => storedPerson(person, accounts)),
          version: lockedIssue.version + 1,
          updatedAt: ctx.now,
        })
        .where(eq(certificateIssue.id, id))
      await audit(ctx, 'certificateIssue.saved', {
        subject: { kind: 'certificateIssue', id },
        before: { count: lockedIssue.sheetRows ?? 0 },
        after: { count: rows.length },
      })
    })
  return {
    dryRun,
    total: rows.length,
    rows: wrong
      .slice(0, maxShownProblems)
      .map(({ row, person, problems: some }) => ({ row, name: person.name, problems: some })),
  }
}

export const peopleTemplate = async (ctx: Ctx, id: CertificateIssueId) => {
  await requireIssue(ctx, id)
  const { locale } = ctx
  return {
    name: `${t(locale, 'certificates.sheetName')}.xlsx`,
    body: await writeSheet('xlsx', {
      name: t(locale, 'certificates.sheetName'),
      columns: certificateColumns.map((column) => ({ heading: headingOf(locale, column) })),
      rows: (async function* () {})(),
    }),
  }
}
