import { isDeepStrictEqual } from 'node:util'
import { upgrade } from '../backup/backup-folder.ts'
import { systemClock } from '../platform/clock.ts'
import { email, phone, username } from '@lectern/contract/accounts/account-fields.ts'
import { usernameLength } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import {
  addAccounts,
  allDuties,
  changeAccount,
  lockAccount,
  ownDuties,
  storeDuties,
  whereIdentifiedBy,
} from '../features/accounts/service.ts'
import { account } from '../features/accounts/tables.ts'
import { audit } from '../features/audit/service.ts'
import { setPassword } from '../features/sign-in/passwords/passwords.ts'
import type { Ctx } from '../platform/context.ts'
import { violatedConstraint, type Database } from '../platform/database/connect.ts'
import { newId } from '../platform/ids.ts'
import { inTransaction } from '../platform/transaction.ts'
import { refusal, type Command, type CommandInput, type Option, type Report } from './command.ts'
import { operatorContext } from './context.ts'
import { passwordOption, takeNewPassword, passwordLines } from './new-password.ts'

export interface Wanted {
  username: string
  email: string | null
  phone: string | null
}

const { least, most } = usernameLength

/** The requested account, or all problems with it. */
export const readWanted = (options: CommandInput['options']): Wanted | { problems: string[] } => {
  if (options['username'] === undefined) return { problems: ['Say who: --username <value>'] }
  const name = username.safeParse(options['username'])
  const mail = email.optional().safeParse(options['email'])
  const number = phone.optional().safeParse(options['phone'])
  if (name.success && mail.success && number.success)
    return { username: name.data, email: mail.data ?? null, phone: number.data ?? null }
  return {
    problems: [
      name.success ? '' : `--username: ${least} to ${most} letters, digits, _ or -, and at least one letter`,
      mail.success ? '' : '--email: no e-mail address',
      number.success ? '' : '--phone: no phone number; with its country, as +8613800001234',
    ].filter(Boolean),
  }
}

const findByUsername = async (db: Database, name: string) => {
  const [row] = await db
    .select({ id: account.id, username: account.username })
    .from(account)
    .where(whereIdentifiedBy(name))
  return row
}

/** Makes an existing account an organiser who can sign in. */
const promote = (outer: Ctx, id: AccountId): Promise<Report> =>
  inTransaction(outer, async (ctx) => {
    const { username: name, access, status } = await lockAccount(ctx, id)
    const subject = { kind: 'account', id } as const
    const own = await ownDuties(ctx.db, id)
    const isDivided = access === 'admin' && !isDeepStrictEqual(own, allDuties)
    if (access === 'admin' && status === 'active' && !isDivided)
      return { ok: true, username: name, lines: [`${name} is an organiser already: nothing was changed.`] }
    await changeAccount(ctx, id, { access: 'admin', status: 'active' })
    await storeDuties(ctx, id, allDuties)
    if (isDivided) await audit(ctx, 'account.dutiesChanged', { subject, before: own, after: allDuties })
    if (access !== 'admin')
      await audit(ctx, 'account.accessChanged', { subject, before: { access }, after: { access: 'admin' } })
    if (status !== 'active')
      await audit(ctx, 'account.enabled', { subject, before: { status }, after: { status: 'active' } })
    return {
      ok: true,
      username: name,
      lines: [isDivided ? `${name} holds all duties but audit again.` : `${name} is now an organiser.`],
    }
  })

/** What is taken, by the violated index. */
export const takenBy: Record<string, string> = {
  account_username: 'username',
  account_email: 'e-mail address',
  account_phone: 'phone number',
}

/** Creates a new organiser. */
export const createOrganiser = async (outer: Ctx, wanted: Wanted, hash: string): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const id = newId<AccountId>(ctx.now)
    const access = 'admin'
    const moments = { createdAt: ctx.now, updatedAt: ctx.now }
    await addAccounts(ctx.db, [{ id, ...wanted, locale: defaultLocale, access, status: 'active', ...moments }])
    await setPassword(ctx, id, hash)
    await audit(ctx, 'account.created', {
      subject: { kind: 'account', id },
      after: { ...wanted, access },
      personal: true,
    })
  })

const run = async ({ config, openDatabase, options }: CommandInput): Promise<Report> => {
  const wanted = readWanted(options)
  if ('problems' in wanted) return refusal(...wanted.problems)
  if (options['promote'] && (options['email'] || options['phone'] || options['password-stdin']))
    return refusal('--promote changes nothing but the access: give only --username with it.')
  const { pool, db } = (await openDatabase()).connection
  await upgrade(pool, config, systemClock.now())
  const ctx = await operatorContext(config, db)
  const holder = await findByUsername(db, wanted.username)
  if (options['promote'])
    return holder ? promote(ctx, holder.id) : refusal(`There is no account ${wanted.username} to promote.`)
  if (holder)
    return refusal(`There is an account ${holder.username} already. To make its owner an organiser: --promote`)
  const password = await takeNewPassword(options['password-stdin'] === true, Object.values(wanted))
  if ('refused' in password) return password.refused
  try {
    await createOrganiser(ctx, wanted, password.hash)
  } catch (error) {
    const taken = takenBy[violatedConstraint(error) ?? '']
    if (!taken) throw error
    return refusal(`Another account has this ${taken}.`)
  }
  return {
    ok: true,
    username: wanted.username,
    ...(password.random !== undefined && { password: password.random }),
    lines: [`${wanted.username} is now an organiser.`, ...passwordLines(password)],
  }
}

export const organiserOptions: Record<string, Option> = {
  username: { type: 'string', help: 'the name to sign in with' },
  email: { type: 'string', help: 'an e-mail address' },
  phone: { type: 'string', help: 'a phone number' },
  ...passwordOption,
}

export const createAdmin: Command = {
  summary: 'make an organiser',
  help: 'Makes an account for an organiser, also while the site runs. Brings the database up to date first.',
  options: {
    ...organiserOptions,
    promote: { type: 'boolean', help: 'make an organiser of somebody who has an account' },
  },
  run,
}
