import type { RemovedCounts } from '@lectern/contract/begin/begin.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { keptContents, type KeptContent } from '@lectern/contract/office/office-values.ts'
import { upgrade } from '../backup/backup-folder.ts'
import { beginSite } from '../begin/begin.ts'
import { countRemoved, findDemoPeople } from '../begin/plan.ts'
import { account } from '../features/accounts/tables.ts'
import { setting } from '../features/settings/tables.ts'
import { systemClock } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import { violatedConstraint } from '../platform/database/connect.ts'
import { and, eq, inArray, not } from '../platform/database/drizzle.ts'
import { inTransaction } from '../platform/transaction.ts'
import { refusal, type Command, type CommandInput, type Report } from './command.ts'
import { operatorContext } from './context.ts'
import { createOrganiser, organiserOptions, readWanted, takenBy, type Wanted } from './create-admin.ts'
import { takeNewPassword, passwordLines } from './new-password.ts'

/** Real organisers stay, and so does what they wrote. */
const findOrganiser = async (ctx: Ctx, people: readonly AccountId[]): Promise<string | undefined> => {
  const [row] = await ctx.db
    .select({ username: account.username })
    .from(account)
    .where(and(eq(account.access, 'admin'), eq(account.status, 'active'), not(inArray(account.id, [...people]))))
    .limit(1)
  return row?.username
}

const describe = ({ people, team, enrolment, notice, message, outbox }: RemovedCounts): string =>
  `${people} people, ${team} teams, ${enrolment} enrolments, ${notice} notices, ${message} messages to the office, ${outbox} letters`

const whose =
  'All teams, enrolments, notices, messages and letters go, also those of accounts that were made since the demo began.'

const keptContent: Record<KeptContent, string> = {
  keep: 'pages, settings, the contest and all other content',
  pages: 'pages, settings and what organisers have written or changed; all other content of the demo goes',
  none: 'settings and what organisers have written or changed; pages become as delivered, and all other content of the demo goes',
}

const stays = (content: KeptContent): string =>
  `Accounts that were made since stay, and so do ${keptContent[content]}; the audit log stays without names.`

const isKept = (value: unknown): value is KeptContent => keptContents.some((option) => option === value)

const begin = async (outer: Ctx, wanted: Wanted | undefined, input: CommandInput): Promise<Report> => {
  const content = input.options['content'] ?? 'keep'
  if (!isKept(content)) return refusal(`--content: one of ${keptContents.join(', ')}`)
  const people = await findDemoPeople(outer.db)
  const counts = await countRemoved(outer.db, people)
  const present = await findOrganiser(outer, people)
  if (!wanted && !present) return refusal('Say who the organiser will be: --username <value>')
  if (input.options['dry-run'] === true)
    return { ok: true, begun: false, goes: counts, lines: [`Would remove ${describe(counts)}.`, whose, stays(content)] }
  const password = wanted && (await takeNewPassword(input.options['password-stdin'] === true, Object.values(wanted)))
  if (password && 'refused' in password) return password.refused
  const organiser = wanted?.username ?? present!
  const { features } = await import('../features.ts')
  const begun = await inTransaction(outer, (inner) =>
    beginSite(inner, {
      people,
      invented: people,
      content,
      features,
      organiser: async (ctx) => {
        if (wanted && password) await createOrganiser(ctx, wanted, password.hash)
        return organiser
      },
    }),
  )
  if (!begun) return refusal('Somebody has begun already.')
  return {
    ok: true,
    begun: true,
    goes: counts,
    username: organiser,
    ...(password?.random !== undefined && { password: password.random }),
    lines: [
      `Removed ${describe(counts)}.`,
      stays(content),
      `${organiser} is ${wanted ? 'now' : 'still'} an organiser.`,
      ...(password ? passwordLines(password) : []),
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
    // Taken by an account that stays.
    const taken = takenBy[violatedConstraint(error) ?? '']
    if (!taken) throw error
    return refusal(`Another account has this ${taken}: nothing was changed.`)
  }
}

export const beginCommand: Command = {
  summary: 'make a real site of the demo',
  help: "Removes the demo's people and all teams, enrolments, notices, messages and letters, also those of accounts that were made since; keeps those accounts, settings and, unless --content says otherwise, all content; makes the organiser. Make a backup before.",
  options: {
    ...organiserOptions,
    content: {
      type: 'string',
      help: "what of the demo's content stays: keep (all, unless given), pages (its pages alone), none; what organisers have written or changed always stays",
    },
    'dry-run': { type: 'boolean', help: 'say what would go, and change nothing' },
  },
  run,
}
