import { buffer } from 'node:stream/consumers'
import { importedFields } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Ctx } from '../../platform/context.ts'
import { retryIfTaken, type Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { t } from '../../platform/messages.ts'
import { readSheet, type SheetRow } from '../../platform/sheets/read-sheet.ts'
import { writeSheet } from '../../platform/sheets/write-sheet.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { inTurns } from '../../platform/turns.ts'
import { importAccounts } from '../accounts/service.ts'
import { checkRow, readHeadings, shownValue, type Columns, type NewMember, type Problem } from './import-rows.ts'
import { compareNames, takenContacts } from './queries.ts'
import { headingOf } from './sheet.ts'

const maxRows = 5_000
/** Wider sheets are not about members. */
const maxColumns = 100

const openSheet = async (file: Buffer): Promise<{ headings: SheetRow; rows: SheetRow[] }> => {
  const sheet = await readSheet(file, { maxRows: maxRows + 1, maxColumns })
  if (sheet === 'unreadable') throw fail('sheet.unreadable')
  if (sheet === 'tooLong') throw fail('sheet.tooLong', { most: maxRows })
  const [headings, ...rows] = sheet
  if (!headings || rows.length === 0) throw fail('sheet.empty')
  return { headings, rows }
}

const uniqueFields = ['username', 'email', 'phone'] as const
type UniqueField = (typeof uniqueFields)[number]

/** A value that must be unique, normalized for comparison. */
interface Claim {
  row: number
  field: UniqueField
  cell: string
  compared: string
  taken: boolean
}

const claimsOf = async (db: Database, members: readonly NewMember[]): Promise<Claim[]> => {
  const valuesOf = (field: UniqueField) =>
    members.flatMap(({ row, given: cells, values }) =>
      values[field] === undefined ? [] : [{ row, field, cell: cells[field]!, text: values[field] }],
    )
  const usernames = valuesOf('username')
  const contacts = [...valuesOf('email'), ...valuesOf('phone')]
  const names = await compareNames(
    db,
    usernames.map(({ text }) => text),
  )
  const taken = await takenContacts(
    db,
    contacts.map(({ text }) => text),
  )
  return [
    ...usernames.map(({ row, field, cell }, index) => {
      const { folded, taken: isTaken } = names[index]!
      return { row, field, cell, compared: folded, taken: isTaken }
    }),
    ...contacts.map(({ row, field, cell, text }) => ({ row, field, cell, compared: text, taken: taken.has(text) })),
  ]
}

/** Values that two rows share, or that another account has already. */
const checkClaims = async (db: Database, members: readonly NewMember[], columns: Columns, locale: Locale) => {
  const problems: Problem[] = []
  const first = new Map<string, number>()
  for (const { row, field, cell, compared, taken } of await claimsOf(db, members)) {
    const column = columns.get(field)?.heading ?? headingOf(locale, field)
    const value = shownValue(cell)
    const key = `${field} ${compared}`
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row)
    else problems.push({ row, column, value, message: t(locale, 'sheet.problem.duplicate', { row: earlier }) })
    const takenError = field === 'username' ? 'error.account.usernameTaken' : 'error.account.contactTaken'
    if (taken) problems.push({ row, column, value, message: t(locale, takenError) })
  }
  return problems
}

const storeMembers = async (ctx: Ctx, members: readonly NewMember[]): Promise<void> => {
  const accounts = members.map(({ values: { username, ...values } }) => ({
    ...values,
    id: newId<AccountId>(ctx.now),
    username: username!,
    locale: ctx.locale,
    status: 'active' as const,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }))
  await importAccounts(ctx, accounts)
}

const inOrder = (problems: Problem[]): Problem[] => problems.toSorted((a, b) => a.row - b.row)

/** Validates each row, then uniqueness across rows and against the database. */
const readMembers = async (file: Buffer, locale: Locale) => {
  const { headings, rows } = await openSheet(file)
  const { columns, problems } = readHeadings(headings, locale)
  const checked: ReturnType<typeof checkRow>[] = []
  // Thousands of invalid rows take seconds: other requests must not wait.
  if (problems.length === 0) for await (const row of inTurns(rows)) checked.push(checkRow(row, columns, locale))
  return {
    headings,
    rows,
    columns,
    members: checked.map(({ member }) => member),
    problems: [...problems, ...checked.flatMap((row) => row.problems)],
  }
}

/** Creates members from a sheet: all of them or none. The problems of all rows are reported at once. */
export const importMembers = async (outer: Ctx, file: Buffer, dryRun: boolean) => {
  const { locale } = outer
  const { rows, columns, members, problems: rowProblems } = await readMembers(file, locale)
  const answer = (problems: Problem[], created = 0) => ({
    dryRun,
    rows: rows.length,
    created,
    problems: inOrder(problems),
  })
  if (members.length === 0) return answer(rowProblems)
  return retryIfTaken(() =>
    inTransaction(outer, async (ctx) => {
      const problems = [...rowProblems, ...(await checkClaims(ctx.db, members, columns, locale))]
      if (dryRun || problems.length > 0) return answer(problems)
      await storeMembers(ctx, members)
      return answer([], members.length)
    }),
  )
}

/** The uploaded sheet with a column for the problems of each row. Nothing is stored. */
export const reportImport = async (ctx: Ctx, file: Buffer) => {
  const { locale } = ctx
  const { headings, rows, columns, members, problems: rowProblems } = await readMembers(file, locale)
  const problems = [...rowProblems, ...(await checkClaims(ctx.db, members, columns, locale))]
  const byRow = Map.groupBy(problems, ({ row }) => row)
  const rowText = (row: SheetRow): string => {
    const own = byRow.get(row.number) ?? []
    return own.map(({ column, message }) => t(locale, 'sheet.problem.inRow', { column, message })).join('\n')
  }
  const width = Math.max(headings.cells.length, ...rows.map(({ cells }) => cells.length))
  const filled = ({ cells }: SheetRow): string[] => Array.from({ length: width }, (_, at) => cells[at] ?? '')
  const heading = t(locale, 'sheet.problem.heading')
  const titles = [...filled(headings), rowText(headings) === '' ? heading : `${heading}: ${rowText(headings)}`]
  const sheet = await writeSheet('xlsx', {
    name: t(locale, 'sheet.name'),
    columns: titles.map((title) => ({ heading: title })),
    rows: (async function* () {
      for await (const row of inTurns(rows)) yield [...filled(row), rowText(row)]
    })(),
  })
  return { name: `${t(locale, 'sheet.reportName')}.xlsx`, content: (await buffer(sheet)).toString('base64') }
}

/** An empty sheet with the columns of an import. */
export const importTemplate = async ({ locale }: Ctx) => ({
  name: `${t(locale, 'sheet.templateName')}.xlsx`,
  body: await writeSheet('xlsx', {
    name: t(locale, 'sheet.name'),
    columns: importedFields.map((field) => ({ heading: headingOf(locale, field) })),
    rows: (async function* () {})(),
  }),
})
