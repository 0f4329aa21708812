import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { maxReviewers, type ImportOutcome } from '@lectern/contract/review/review-values.ts'
import type * as contract from '@lectern/contract/rounds/reviewers.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { retryIfTaken, type Database } from '../../../platform/database/connect.ts'
import { asc, inArray, or, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { t } from '../../../platform/messages.ts'
import { permit, refusalText } from '../../../platform/policy.ts'
import { readSheet, type SheetRow } from '../../../platform/sheets/read-sheet.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { importAccounts, looksLikeOrganizer, mixesScripts } from '../../accounts/service.ts'
import { account } from '../../accounts/tables.ts'
import { institutionsOfCodes, type InstitutionRow } from '../../institutions/service.ts'
import { newCode } from '../entries/codes.ts'
import { activitiesOfRound } from '../affected-activities.ts'
import { recordConflicts } from '../assignments/conflicts.ts'
import { addPanels, findPanels } from './panels.ts'
import { mayArrange } from '../policy.ts'
import {
  accountsToInvite,
  changeReviewer,
  dismissChair,
  lockAccounts,
  rememberProfile,
  type AccountToInvite,
} from './reviewer-queries.ts'
import { readHeadings, readRow, reporterOf, writeTemplate, type Columns, type SheetExpert } from './reviewer-sheet.ts'
import { addToRound, hasLeft, institutionOf, mayJudge } from './reviewers.ts'
import type { RoundView } from '../setup/round-queries.ts'
import { lockSeenRound } from '../setup/rounds.ts'

const maxColumns = 100

const openSheet = async (file: Buffer, locale: Locale) => {
  const sheet = await readSheet(file, { maxRows: maxReviewers + 1, maxColumns })
  if (sheet === 'unreadable') throw fail('sheet.unreadable')
  if (sheet === 'tooLong') throw fail('sheet.tooLong', { most: maxReviewers })
  const [headings, ...rows] = sheet
  if (!headings || rows.length === 0) throw fail('sheet.empty')
  return { headings, rows, ...readHeadings(headings, locale) }
}

interface KnownAccount {
  id: AccountId
  email: string | null
  phone: string | null
  folded: string
}

/** Accounts that one of the rows names, by contact or username. */
const accountsNamed = async (db: Database, experts: readonly SheetExpert[]): Promise<KnownAccount[]> => {
  const valuesOf = (field: 'email' | 'phone' | 'username') => experts.flatMap((expert) => expert[field] ?? [])
  const folded = sql<string>`fold_name(${account.username})`
  return db
    .select({ id: account.id, email: account.email, phone: account.phone, folded })
    .from(account)
    .where(
      or(
        inArray(account.email, valuesOf('email')),
        inArray(account.phone, valuesOf('phone')),
        sql`${folded} in (select fold_name(name) from unnest(${sql.param(valuesOf('username'))}::text[]) as name)`,
      ),
    )
    .orderBy(asc(account.id))
}

/** As the database compares usernames. */
const foldNames = async (db: Database, names: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await db.execute<{ name: string; folded: string }>(
    sql`select name, fold_name(name) as folded from unnest(${sql.param(names)}::text[]) as name`,
  )
  return new Map(rows.map(({ name, folded }) => [name, folded]))
}

interface Matched {
  expert: SheetExpert
  sheetRow: SheetRow
  /** Undefined: there is no such account yet. */
  holder: KnownAccount | undefined
}

/** Finds the account of a row. A contact and a username must not belong to different people. */
const matchRow = (
  expert: SheetExpert,
  accounts: readonly KnownAccount[],
  folded: ReadonlyMap<string, string>,
  report: ReturnType<typeof reporterOf>,
  locale: Locale,
): KnownAccount | undefined => {
  const { email, phone, username } = expert
  const byContact = accounts.filter(
    (one) => (email !== undefined && one.email === email) || (phone !== undefined && one.phone === phone),
  )
  const byName = username === undefined ? undefined : accounts.find((one) => one.folded === folded.get(username))
  if (byContact.length > 1) {
    report('phone', t(locale, 'sheet.reviewers.twoAccounts'))
    return undefined
  }
  const [match] = byContact
  const hasContact = email !== undefined || phone !== undefined
  if (byName && (match ? match.id !== byName.id : hasContact))
    report('username', t(locale, 'error.account.usernameTaken'))
  return match ?? (hasContact ? undefined : byName)
}

/** The values of a row that no other row may have. */
const claimsOf = ({ expert, holder }: Matched): string[] =>
  holder
    ? [holder.id]
    : [
        ...(expert.email ? [expert.email] : []),
        ...(expert.phone ? [expert.phone] : []),
        ...(expert.username ? [`name ${expert.username.toLowerCase()}`] : []),
      ]

/** Problems between rows: the same expert twice, two chairs of a panel. */
const checkTogether = (rows: readonly Matched[], columns: Columns, locale: Locale): void => {
  const first = new Map<string, number>()
  const chairs = new Map<string, number>()
  for (const matched of rows) {
    const { expert, sheetRow } = matched
    const report = reporterOf(sheetRow, columns, locale, expert.problems)
    const earlier = claimsOf(matched).flatMap((claim) => first.get(claim) ?? [])[0]
    if (earlier !== undefined) report('name', t(locale, 'sheet.problem.duplicate', { row: earlier }))
    for (const claim of claimsOf(matched)) if (!first.has(claim)) first.set(claim, expert.row)
    if (!expert.isChair || !expert.panel) continue
    const other = chairs.get(expert.panel)
    if (other === undefined) chairs.set(expert.panel, expert.row)
    else report('chair', t(locale, 'sheet.reviewers.twoChairs', { row: other }))
  }
}

/** Somebody who gets an account must be reachable and have a name that nobody takes for an organiser's. */
const checkNew = async (ctx: Ctx, { expert, sheetRow }: Matched, columns: Columns): Promise<void> => {
  const { locale } = ctx
  const report = reporterOf(sheetRow, columns, locale, expert.problems)
  const { username, email, phone } = expert
  // A username alone names an account that must exist.
  if (username !== undefined && email === undefined && phone === undefined && expert.problems.length === 0)
    report('username', t(locale, 'sheet.reviewers.nobody'))
  if (username === undefined) return
  if (mixesScripts(username)) report('username', t(locale, 'error.account.usernameMixed'))
  else if (await looksLikeOrganizer(ctx.db, username)) report('username', t(locale, 'error.account.usernameLooksAlike'))
}

/** A code names an institution of the list; any other text stays as it is, and a person matches it later. */
const chooseByCode = async <Row extends { expert: SheetExpert }>(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> => {
  const codeOf = ({ institution = '' }: SheetExpert): string => institution.normalize('NFKC').trim().toUpperCase()
  const codes = rows.map(({ expert }) => codeOf(expert)).filter((code) => code !== '')
  const chosen =
    codes.length > 0 ? await institutionsOfCodes(ctx.db, [...new Set(codes)]) : new Map<string, InstitutionRow>()
  return rows.map((row) => {
    const institution = chosen.get(codeOf(row.expert))
    if (!institution) return row
    const name = localize(institution.name, ctx.locale).text
    return { ...row, expert: { ...row.expert, institution: name, institutionId: institution.id } }
  })
}

const readMatched = async (ctx: Ctx, rows: readonly SheetRow[], columns: Columns): Promise<Matched[]> => {
  const { locale } = ctx
  const experts = await chooseByCode(
    ctx,
    rows.map((sheetRow) => ({ sheetRow, expert: readRow(sheetRow, columns, locale) })),
  )
  const accounts = await accountsNamed(
    ctx.db,
    experts.map(({ expert }) => expert),
  )
  const folded = await foldNames(
    ctx.db,
    experts.flatMap(({ expert }) => expert.username ?? []),
  )
  return experts.map(({ sheetRow, expert }) => {
    const report = reporterOf(sheetRow, columns, locale, expert.problems)
    return { sheetRow, expert, holder: matchRow(expert, accounts, folded, report, locale) }
  })
}

const createAccounts = async (
  ctx: SignedIn,
  round: Pick<RoundView, 'id'>,
  experts: readonly SheetExpert[],
): Promise<AccountId[]> => {
  const accounts = experts.map(({ name, email, phone, username, institution, institutionId }) => ({
    id: newId<AccountId>(ctx.now),
    username: username ?? `expert-${newCode(8).toLowerCase()}`,
    realName: name,
    email: email ?? null,
    phone: phone ?? null,
    school: institution ?? null,
    institutionId: institutionId ?? null,
    locale: ctx.locale,
    access: 'expert' as const,
    status: 'active' as const,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }))
  if (accounts.length > 0) await importAccounts(ctx, accounts, activitiesOfRound(round))
  return accounts.map(({ id }) => id)
}

interface Judged extends Matched {
  outcome: ImportOutcome
}

const judgeRow = (ctx: Ctx, matched: Matched, row: AccountToInvite | undefined, columns: Columns): Judged => {
  const { expert, sheetRow } = matched
  if (row) {
    const refusal = refusalText(mayJudge(row), ctx.locale)
    if (refusal) reporterOf(sheetRow, columns, ctx.locale, expert.problems)('name', refusal)
  }
  const isIn = row !== undefined && row.reviewerId !== null && !hasLeft(row.reviewerState)
  const outcome = expert.problems.length > 0 ? 'wrong' : isIn ? 'invited' : row ? 'known' : 'new'
  return { ...matched, outcome }
}

/** Creates what is missing, then invites everybody who is not in the round. */
const store = async (ctx: SignedIn, view: RoundView, rows: readonly Judged[]): Promise<number> => {
  const toInvite = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'known')
  const fresh = toInvite.filter(({ outcome }) => outcome === 'new')
  const newAccounts = await createAccounts(
    ctx,
    view,
    fresh.map(({ expert }) => expert),
  )
  const idOf = (row: Judged): AccountId => row.holder?.id ?? newAccounts[fresh.indexOf(row)]!
  const panelNamed = await findPanels(ctx, view.id)
  const named = [...new Set(toInvite.flatMap(({ expert }) => expert.panel ?? []))]
  await addPanels(
    ctx,
    view.id,
    named.filter((name) => panelNamed(name) === undefined),
  )
  const panelOf = await findPanels(ctx, view.id)
  const accounts = new Map(
    (await accountsToInvite(ctx.db, view.id, toInvite.map(idOf))).map((row) => [row.account, row]),
  )
  const added: ReviewerId[] = []
  for (const row of toInvite) {
    const { institution, institutionId, fields, maxWorks, panel, isChair } = row.expert
    const person = accounts.get(idOf(row))!
    const id = await addToRound(ctx, view, person, { institution, institutionId, fields, maxWorks })
    const panelId = panel === undefined ? undefined : panelOf(panel)
    if (panelId && isChair) await dismissChair(ctx.db, panelId)
    if (panelId) await changeReviewer(ctx.db, id, { panelId, isChair })
    await rememberProfile(ctx.db, {
      accountId: person.account,
      fields: fields ?? person.fields,
      ...institutionOf(person, { institution, institutionId }),
      maxWorks: maxWorks ?? person.maxWorks,
      updatedAt: ctx.now,
    })
    added.push(id)
  }
  if (added.length > 0) await recordConflicts(ctx, view.id, added)
  return added.length
}

type Answer = AnswerOf<typeof contract.importReviewers>

/** Invites the experts of a sheet: all of them or none. The problems of all rows are reported at once. */
export const importReviewers = async (outer: SignedIn, id: RoundId, file: Buffer, dryRun: boolean): Promise<Answer> => {
  const { headings, rows, columns, problems } = await openSheet(file, outer.locale)
  if (problems.length > 0)
    return { dryRun, invited: 0, rows: [{ row: headings.number, name: '', outcome: 'wrong', problems }] }
  return retryIfTaken(() =>
    inTransaction(outer, async (ctx) => {
      const matched = await readMatched(ctx, rows, columns)
      const ids = matched.flatMap(({ holder }) => holder?.id ?? [])
      await lockAccounts(ctx.db, [...new Set(ids)])
      const view = await lockSeenRound(ctx, id)
      permit(mayArrange(view))
      checkTogether(matched, columns, ctx.locale)
      for (const row of matched) if (!row.holder) await checkNew(ctx, row, columns)
      const accounts = new Map((await accountsToInvite(ctx.db, id, ids)).map((row) => [row.account, row]))
      const judged = matched.map((row) => judgeRow(ctx, row, row.holder && accounts.get(row.holder.id), columns))
      const isWhole = judged.every(({ outcome }) => outcome !== 'wrong')
      const invited = dryRun || !isWhole ? 0 : await store(ctx, view, judged)
      const answer = judged.map(({ expert, outcome }) => ({
        row: expert.row,
        name: expert.name,
        outcome,
        problems: expert.problems,
      }))
      return { dryRun, invited, rows: answer }
    }),
  )
}

export const reviewerTemplate = async ({ locale }: Ctx) => ({
  name: `${t(locale, 'sheet.reviewers.templateName')}.xlsx`,
  body: await writeTemplate(locale),
})
