import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { maxReviewers, type ImportOutcome } from '@lectern/contract/review-values.ts'
import type * as contract from '@lectern/contract/reviewers.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { violatedConstraint, type Database } from '../../platform/database/connect.ts'
import { asc, inArray, or, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { t } from '../../platform/messages.ts'
import { permit, refusalText } from '../../platform/policy.ts'
import { readSheet, type SheetRow } from '../../platform/sheets/read-sheet.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { addAccounts, looksLikeOrganizer, mixesScripts } from '../accounts/service.ts'
import { account } from '../accounts/tables.ts'
import { audit } from '../audit/service.ts'
import { queueLetters, reachable } from '../outbox/service.ts'
import { newCode } from './codes.ts'
import { recordConflicts } from './conflicts.ts'
import { addPanels, findPanels } from './panels.ts'
import { mayArrange } from './policy.ts'
import {
  accountsToInvite,
  changeReviewer,
  dismissChair,
  lockAccounts,
  rememberProfile,
  type AccountToInvite,
} from './reviewer-queries.ts'
import { readHeadings, readRow, reporterOf, writeTemplate, type Columns, type SheetExpert } from './reviewer-sheet.ts'
import { addToRound, hasLeft, mayJudge } from './reviewers.ts'
import type { RoundView } from './round-queries.ts'
import { lockSeenRound } from './rounds.ts'

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
  const given = (field: 'email' | 'phone' | 'username') => experts.flatMap((expert) => expert[field] ?? [])
  const folded = sql<string>`fold_name(${account.username})`
  return db
    .select({ id: account.id, email: account.email, phone: account.phone, folded })
    .from(account)
    .where(
      or(
        inArray(account.email, given('email')),
        inArray(account.phone, given('phone')),
        sql`${folded} in (select fold_name(name) from unnest(${sql.param(given('username'))}::text[]) as name)`,
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
  found: KnownAccount | undefined
}

/** Finds the account of a row. A contact and a username must not belong to different people. */
const matchRow = (
  expert: SheetExpert,
  known: readonly KnownAccount[],
  folded: ReadonlyMap<string, string>,
  report: ReturnType<typeof reporterOf>,
  locale: Locale,
): KnownAccount | undefined => {
  const { email, phone, username } = expert
  const byContact = known.filter(
    (one) => (email !== undefined && one.email === email) || (phone !== undefined && one.phone === phone),
  )
  const byName = username === undefined ? undefined : known.find((one) => one.folded === folded.get(username))
  if (byContact.length > 1) {
    report('phone', t(locale, 'sheet.reviewers.twoAccounts'))
    return undefined
  }
  const [found] = byContact
  const hasContact = email !== undefined || phone !== undefined
  if (byName && (found ? found.id !== byName.id : hasContact))
    report('username', t(locale, 'error.account.usernameTaken'))
  return found ?? (hasContact ? undefined : byName)
}

/** The values of a row that no other row may have. */
const claimsOf = ({ expert, found }: Matched): string[] =>
  found
    ? [found.id]
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

const readMatched = async (ctx: Ctx, rows: readonly SheetRow[], columns: Columns): Promise<Matched[]> => {
  const { locale } = ctx
  const experts = rows.map((sheetRow) => ({ sheetRow, expert: readRow(sheetRow, columns, locale) }))
  const known = await accountsNamed(
    ctx.db,
    experts.map(({ expert }) => expert),
  )
  const folded = await foldNames(
    ctx.db,
    experts.flatMap(({ expert }) => expert.username ?? []),
  )
  return experts.map(({ sheetRow, expert }) => {
    const report = reporterOf(sheetRow, columns, locale, expert.problems)
    return { sheetRow, expert, found: matchRow(expert, known, folded, report, locale) }
  })
}

/** Accounts without a password: owners set one with a code, as the letter explains. */
const createAccounts = async (ctx: SignedIn, experts: readonly SheetExpert[]): Promise<AccountId[]> => {
  const accounts = experts.map(({ name, email, phone, username, institution }) => ({
    id: newId<AccountId>(ctx.now),
    username: username ?? `expert-${newCode(8).toLowerCase()}`,
    realName: name,
    email: email ?? null,
    phone: phone ?? null,
    school: institution ?? null,
    locale: ctx.locale,
    access: 'expert' as const,
    status: 'active' as const,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }))
  if (accounts.length === 0) return []
  await addAccounts(ctx.db, accounts)
  await audit(ctx, 'account.imported', {
    subject: { kind: 'members', id: ctx.requestId },
    after: { accounts: accounts.map(({ id }) => id) },
    personal: true,
  })
  await queueLetters(
    ctx,
    accounts.flatMap(({ id, username, email, phone, locale }) =>
      reachable(ctx, [email, phone]).map((to) => ({
        to,
        accountId: id,
        locale,
        letter: 'invited' as const,
        content: { username, link: '/account/reviserPwd' },
      })),
    ),
  )
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
  const made = await createAccounts(
    ctx,
    fresh.map(({ expert }) => expert),
  )
  const idOf = (row: Judged): AccountId => row.found?.id ?? made[fresh.indexOf(row)]!
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
    const { institution, fields, maxWorks, panel, isChair } = row.expert
    const person = accounts.get(idOf(row))!
    const id = await addToRound(ctx, view, person, { institution, fields, maxWorks })
    const panelId = panel === undefined ? undefined : panelOf(panel)
    if (panelId && isChair) await dismissChair(ctx.db, panelId)
    if (panelId) await changeReviewer(ctx.db, id, { panelId, isChair })
    await rememberProfile(ctx.db, {
      accountId: person.account,
      fields: fields ?? person.fields,
      institution: institution ?? person.institution,
      maxWorks: maxWorks ?? person.maxWorks,
      updatedAt: ctx.now,
    })
    added.push(id)
  }
  if (added.length > 0) await recordConflicts(ctx, view.id, added)
  return added.length
}

type Answer = AnswerOf<typeof contract.importReviewers>

/** Another request may take a name or a contact between check and change: the retry then reports it at its row. */
const retryIfTaken = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (violatedConstraint(error)) return work()
    throw error
  })

/** Invites the experts of a sheet: all of them or none. The problems of all rows are reported at once. */
export const importReviewers = async (outer: SignedIn, id: RoundId, file: Buffer, dryRun: boolean): Promise<Answer> => {
  const { headings, rows, columns, problems } = await openSheet(file, outer.locale)
  if (problems.length > 0)
    return { dryRun, invited: 0, rows: [{ row: headings.number, name: '', outcome: 'wrong', problems }] }
  return retryIfTaken(() =>
    inTransaction(outer, async (ctx) => {
      const matched = await readMatched(ctx, rows, columns)
      const known = matched.flatMap(({ found }) => found?.id ?? [])
      await lockAccounts(ctx.db, [...new Set(known)])
      const view = await lockSeenRound(ctx, id)
      permit(mayArrange(view))
      checkTogether(matched, columns, ctx.locale)
      for (const row of matched) if (!row.found) await checkNew(ctx, row, columns)
      const accounts = new Map((await accountsToInvite(ctx.db, id, known)).map((row) => [row.account, row]))
      const judged = matched.map((row) => judgeRow(ctx, row, row.found && accounts.get(row.found.id), columns))
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
