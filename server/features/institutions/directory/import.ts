import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import {
  institutionColumns,
  maxInstitutionRows,
  type InstitutionColumn,
} from '@lectern/contract/institutions/institution-values.ts'
import type * as contract from '@lectern/contract/institutions/institutions.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { retryIfTaken } from '../../../platform/database/connect.ts'
import { newId } from '../../../platform/ids.ts'
import { t } from '../../../platform/messages.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { inTurns } from '../../../platform/turns.ts'
import { audit } from '../../audit/service.ts'
import { openSheet, reporterOf, type SheetColumns } from '../sheet-columns.ts'
import { isCodeFormed } from './codes.ts'
import { searchOf } from './directory-queries.ts'
import { everyInstitution, storeChanged, storeNew, type KnownInstitution } from './import-queries.ts'
import { headingOf, readInstitution, type SheetInstitution } from './institution-sheet.ts'
import { comparedSpelling } from './spellings.ts'

type Answer = AnswerOf<typeof contract.importInstitutions>

/** An institution as it will be: one that exists, or one of a row. */
interface Planned extends KnownInstitution {
  /** The row that it comes from or that changes it. */
  row?: number
}

type Report = (column: InstitutionColumn, message: string) => void

/** Everything that exists and that earlier rows add, by what rows refer to. */
class Directory {
  readonly byCode = new Map<string, Planned>()
  readonly #byName = new Map<string, Planned[]>()
  readonly aliases = new Map<string, Planned>()

  constructor(existing: readonly KnownInstitution[]) {
    for (const one of existing) this.add({ ...one })
  }

  add(one: Planned): void {
    if (one.code !== null) this.byCode.set(one.code, one)
    for (const text of Object.values(one.name)) this.#file(text, one)
    for (const text of one.aliases) this.aliases.set(comparedSpelling(text), one)
  }

  #file(text: string, one: Planned): void {
    const key = comparedSpelling(text)
    const same = this.#byName.get(key)
    if (!same) this.#byName.set(key, [one])
    else if (!same.includes(one)) same.push(one)
  }

  called(text: string): readonly Planned[] {
    return this.#byName.get(comparedSpelling(text)) ?? []
  }

  province(text: string): Planned | undefined {
    const one = this.byCode.get(text.toUpperCase()) ?? this.called(text).find(({ kind }) => kind === 'province')
    return one?.kind === 'province' && one.state !== 'closed' ? one : undefined
  }
}

interface Judged {
  outcome: 'new' | 'changed' | 'same' | 'wrong'
  planned?: Planned
}

const isChange = (before: Planned, after: Planned): boolean =>
  before.code !== after.code ||
  before.parentId !== after.parentId ||
  Object.entries(after.name).some(([locale, text]) => before.name[locale as Locale] !== text) ||
  after.aliases.length > before.aliases.length

const checkCode = ({ kind, code }: SheetInstitution, report: Report, locale: Locale): void => {
  if (code !== null && !isCodeFormed(kind, code)) report('code', t(locale, 'error.institution.codeFormat'))
}

/** The province of a row; undefined: it is unknown. */
const parentOf = (row: SheetInstitution, directory: Directory, report: Report, locale: Locale) => {
  if (row.kind === 'province' || row.parent === '') return null
  const parent = directory.province(row.parent)
  if (!parent) report('parent', t(locale, 'sheet.institutions.noParent'))
  return parent?.id
}

/** Other spellings that a row adds; those that stand for another institution are reported. */
const newAliases = (
  row: SheetInstitution,
  own: Planned | undefined,
  directory: Directory,
  report: Report,
  locale: Locale,
) => {
  const names = new Set(Object.values({ ...own?.name, ...row.name }).map(comparedSpelling))
  return row.aliases.filter((alias) => {
    const key = comparedSpelling(alias)
    const holder = directory.aliases.get(key)
    if (holder && holder.id !== own?.id)
      report(
        'aliases',
        t(locale, 'error.institution.aliasTaken', { alias, institution: localize(holder.name, locale).text }),
      )
    return key !== '' && !names.has(key) && !holder
  })
}

/** What a row would do. Later rows see what it adds. */
const judgeRow = (
  row: SheetInstitution,
  directory: Directory,
  report: Report,
  { locale, now }: Pick<SignedIn, 'locale' | 'now'>,
): Judged => {
  checkCode(row, report, locale)
  const parentId = parentOf(row, directory, report, locale)
  const texts = Object.values(row.name)
  const byCode = row.code === null ? undefined : directory.byCode.get(row.code)
  const named = texts
    .flatMap((text) => directory.called(text))
    .filter(({ kind, parentId: other, state }) => kind === row.kind && other === parentId && state !== 'closed')
  const own = byCode ?? named.find(({ code }) => row.code === null || code === null)
  const other = named.find((one) => one !== own)
  if (own?.row !== undefined) report('name', t(locale, 'sheet.problem.duplicate', { row: own.row }))
  else if (other) report('name', t(locale, 'error.institution.twice', { name: localize(row.name, locale).text }))
  if (own && own.kind !== row.kind) report('kind', t(locale, 'sheet.institutions.otherKind'))
  if (own?.mergedInto) report('code', t(locale, 'error.institution.moveRefused'))
  if (!own && texts.length === 0) report('name', t(locale, 'validation.required'))
  const added = newAliases(row, own, directory, report, locale)
  if (row.problems.length > 0 || parentId === undefined) return { outcome: 'wrong' }
  const aliases = [
    ...new Map([...(own?.aliases ?? []), ...added].map((text) => [comparedSpelling(text), text])).values(),
  ]
  const planned: Planned = {
    id: own?.id ?? newId<InstitutionId>(now),
    kind: row.kind,
    code: row.code ?? own?.code ?? null,
    name: { ...own?.name, ...row.name },
    parentId: parentId ?? own?.parentId ?? null,
    state: own?.state ?? (row.code === null ? 'unverified' : 'verified'),
    mergedInto: null,
    aliases,
    row: row.sheetRow.number,
  }
  const outcome = own ? (isChange(own, planned) ? 'changed' : 'same') : 'new'
  if (own) Object.assign(own, planned)
  directory.add(own ?? planned)
  return { outcome, planned }
}

const readRows = async (
  ctx: SignedIn,
  rows: Awaited<ReturnType<typeof openSheet<InstitutionColumn>>>['rows'],
  columns: SheetColumns<InstitutionColumn>,
) => {
  const read: SheetInstitution[] = []
  for await (const row of inTurns(rows)) read.push(readInstitution(row, columns, ctx.locale))
  // Provinces first, so that a sheet may list schools before their province.
  const ordered = [...read.filter(({ kind }) => kind === 'province'), ...read.filter(({ kind }) => kind === 'school')]
  const directory = new Directory(await everyInstitution(ctx.db))
  const judged: Judged[] = []
  for await (const row of inTurns(ordered)) {
    const report = reporterOf(row.sheetRow, columns, row.problems, (column) => headingOf(ctx.locale, column))
    judged.push(judgeRow(row, directory, report, ctx))
  }
  const problems = read
    .toSorted((one, other) => one.sheetRow.number - other.sheetRow.number)
    .flatMap(({ sheetRow, problems: own }) => own.map((problem) => ({ row: sheetRow.number, ...problem })))
  return { judged, problems }
}

const store = async (ctx: SignedIn, judged: readonly Judged[]): Promise<void> => {
  const rows: { outcome: Judged['outcome']; row: Planned & { search: string } }[] = []
  for await (const { outcome, planned } of inTurns(judged))
    if (planned) rows.push({ outcome, row: { ...planned, search: searchOf(planned) } })
  const those = (wanted: Judged['outcome']) => rows.filter(({ outcome }) => outcome === wanted).map(({ row }) => row)
  await storeNew(ctx, those('new'))
  await storeChanged(ctx, those('changed'))
  await audit(ctx, 'institution.imported', {
    subject: { kind: 'institutions', id: ctx.requestId },
    after: { addedRows: those('new').length, changedRows: those('changed').length },
  })
}

const countsOf = (judged: readonly Judged[]): Answer['counts'] => {
  const count = (wanted: Judged['outcome']) => judged.filter(({ outcome }) => outcome === wanted).length
  return { new: count('new'), changed: count('changed'), same: count('same'), wrong: count('wrong') }
}

/** Adds and changes institutions from a sheet: all of them or none. The problems of all rows are reported at once. */
export const importInstitutions = async (outer: SignedIn, file: Buffer, dryRun: boolean): Promise<Answer> => {
  const { rows, columns, problems } = await openSheet(file, outer.locale, {
    columns: institutionColumns,
    required: ['name'],
    headingOf,
    maxRows: maxInstitutionRows,
  })
  if (problems.length > 0) return { dryRun, counts: { new: 0, changed: 0, same: 0, wrong: rows.length }, problems }
  return retryIfTaken(() =>
    inTransaction(outer, async (ctx) => {
      const read = await readRows(ctx, rows, columns)
      if (!dryRun && read.problems.length === 0) await store(ctx, read.judged)
      return { dryRun, counts: countsOf(read.judged), problems: read.problems }
    }),
  )
}
