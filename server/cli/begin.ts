import type { AccountId } from '@lectern/contract/ids.ts'
import { upgrade } from '../backup/kept-backups.ts'
import { demoUsernames } from '../database/seed/people.ts'
import { account } from '../features/accounts/tables.ts'
import { audit, eraseFromAudit } from '../features/audit/service.ts'
import { setting } from '../features/settings/tables.ts'
import { systemClock } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import { violatedConstraint } from '../platform/database/connect.ts'
import { and, eq, inArray, not, sql } from '../platform/database/drizzle.ts'
import { inTransaction } from '../platform/transaction.ts'
import { refusal, type Command, type CommandInput, type Report } from './command.ts'
import { operatorContext } from './context.ts'
import { createOrganiser, organiserOptions, readWanted, takenBy, type Wanted } from './create-admin.ts'
import { takeNewPassword, tellPassword } from './new-password.ts'

/** What the demo brought, and what was tried out with it. */
const goes = ['team', 'enrolment', 'notice', 'message', 'outbox'] as const

type Counts = Record<(typeof goes)[number] | 'people', number>

const findPeople = async (ctx: Ctx): Promise<AccountId[]> => {
  const rows = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(inArray(account.username, await demoUsernames()))
  return rows.map(({ id }) => id)
}

const count = async (ctx: Ctx, people: readonly AccountId[]): Promise<Counts> => {
  const counted: Partial<Counts> = { people: people.length }
  for (const table of goes) {
    const { rows } = await ctx.db.execute<{ total: number }>(
      sql`select count(*)::int as total from ${sql.identifier(table)}`,
    )
    counted[table] = rows[0]!.total
  }
  return counted as Counts
}

/** Organisers who came by themselves stay, and so does whatever they wrote. */
const findOrganiser = async (ctx: Ctx, people: readonly AccountId[]): Promise<string | undefined> => {
  const [found] = await ctx.db
    .select({ username: account.username })
    .from(account)
    .where(and(eq(account.access, 'admin'), eq(account.status, 'active'), not(inArray(account.id, [...people]))))
    .limit(1)
  return found?.username
}

/** In a transaction. The log stays, for it is never rewritten; what it says about these people is forgotten. */
const clear = async (ctx: Ctx, people: readonly AccountId[]): Promise<void> => {
  const { db } = ctx
  // Also when nobody of the demo is left.
  const theirs = sql`any (${sql.param(people)}::uuid[])`
  for (const table of ['enrolment', 'invitation', 'extension', 'team_member', 'team', 'message', 'outbox', 'notice'])
    await db.execute(sql`delete from ${sql.identifier(table)}`)
  await db.execute(sql`update tally set last_number = 0`)
  await db.execute(sql`update expert set account_id = null where account_id = ${theirs}`)
  await db.execute(sql`update account set avatar_id = null where id = ${theirs}`)
  await db.execute(
    sql`update file set state = 'removed' where purpose = 'answer' or (purpose = 'avatar' and owner_id = ${theirs})`,
  )
  for (const id of people) await eraseFromAudit(ctx, id)
  await db.execute(sql`delete from account where id = ${theirs}`)
}

/** Files of the site's content belong to somebody who is there. */
const handOver = async (ctx: Ctx, to: string): Promise<void> => {
  await ctx.db.execute(sql`
    update file set owner_id = (select id from account where username = ${to})
    where state <> 'removed' and not exists (select from account where account.id = owner_id)
  `)
}

const tell = ({ people, team, enrolment, notice, message, outbox }: Counts): string =>
  `${people} people, ${team} teams, ${enrolment} enrolments, ${notice} notices, ${message} messages to the office, ${outbox} letters`

const whose =
  'All teams, enrolments, notices, messages and letters go, also those of accounts that were made since the demo began.'

const stays =
  'Accounts that were made since stay, and so do pages, settings, the contest and all other content; the audit log stays without names.'

const begin = async (outer: Ctx, wanted: Wanted | undefined, input: CommandInput): Promise<Report> => {
  const people = await findPeople(outer)
  const found = await count(outer, people)
  const present = await findOrganiser(outer, people)
  if (!wanted && !present) return refusal('Say who the organiser will be: --username <value>')
  if (input.options['dry-run'] === true)
    return { ok: true, begun: false, goes: found, lines: [`Would remove ${tell(found)}.`, whose, stays] }
  const password = wanted && (await takeNewPassword(input.options['password-stdin'] === true, Object.values(wanted)))
  if (password && 'refused' in password) return password.refused
  const refused = await inTransaction(outer, async (ctx) => {
    const { rowCount } = await ctx.db.delete(setting).where(eq(setting.key, 'demo'))
    if (rowCount === 0) return refusal('Somebody has begun already.')
    await clear(ctx, people)
    if (wanted && password) await createOrganiser(ctx, wanted, password.hash)
    await handOver(ctx, wanted?.username ?? present!)
    await audit(ctx, 'settings.changed', {
      subject: { kind: 'settings', id: 'demo' },
      before: { demo: true, removed: found },
      after: { demo: false },
    })
    return undefined
  })
  if (refused) return refused
  const organiser = wanted?.username ?? present!
  return {
    ok: true,
    begun: true,
    goes: found,
    username: organiser,
    ...(password?.random !== undefined && { password: password.random }),
    lines: [
      `Removed ${tell(found)}.`,
      stays,
      `${organiser} is ${wanted ? 'now' : 'still'} an organiser.`,
      ...(password ? tellPassword(password) : []),
      'Codes are no longer shown: set SMTP_URL or SMS_URL, so that people receive them.',
    ],
  }
}

const run = async (input: CommandInput): Promise<Report> => {
  const { config, openDatabase, options } = input
  const wanted = options['username'] === undefined ? undefined : readWanted(options)
  if (wanted && 'problems' in wanted) return refusal(...wanted.problems)
  const { pool, db } = (await openDatabase()).connection
  await upgrade(pool, config, systemClock.now())
  const [mark] = await db.select({ key: setting.key }).from(setting).where(eq(setting.key, 'demo'))
  if (!mark) return refusal('This site is no demo: nothing was changed.')
  try {
    return await begin(await operatorContext(config, db), wanted, input)
  } catch (error) {
    // Of an account that stays.
    const taken = takenBy[violatedConstraint(error) ?? '']
    if (!taken) throw error
    return refusal(`Another account has this ${taken}: nothing was changed.`)
  }
}

export const beginCommand: Command = {
  summary: 'make a real site of the demo',
  help: "Removes the demo's people and all teams, enrolments, notices, messages and letters, also those of accounts that were made since; keeps those accounts, pages, settings, the contest and all other content; makes the organiser. Make a backup before.",
  options: {
    ...organiserOptions,
    'dry-run': { type: 'boolean', help: 'say what would go, and change nothing' },
  },
  run,
}
