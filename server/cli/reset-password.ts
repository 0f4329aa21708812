import { plainEmail, plainPhone } from '@lectern/contract/contact-forms.ts'
import { account } from '../features/accounts/tables.ts'
import { audit } from '../features/audit/service.ts'
import { tellOwner } from '../features/sign-in/owner.ts'
import { setPassword } from '../features/sign-in/passwords.ts'
import { clearSecondFactor } from '../features/sign-in/second-factor.ts'
import { endSessionsOf } from '../features/sign-in/sessions.ts'
import type { Database } from '../platform/database/connect.ts'
import { and, eq, ne, or, sql } from '../platform/database/drizzle.ts'
import { migrate } from '../platform/database/migrate.ts'
import { inTransaction } from '../platform/transaction.ts'
import type { Command, CommandInput, Report } from './command.ts'
import { operatorContext } from './context.ts'
import { passwordOption, refusal, takeNewPassword, tellPassword } from './new-password.ts'

/** No username looks like a contact: at most one account is meant. */
const findPerson = async (db: Database, name: string) => {
  const [found] = await db
    .select({
      id: account.id,
      username: account.username,
      nickname: account.nickname,
      realName: account.realName,
      email: account.email,
      phone: account.phone,
      status: account.status,
    })
    .from(account)
    .where(
      and(
        ne(account.status, 'deleted'),
        or(
          sql`fold_name(${account.username}) = fold_name(${name})`,
          eq(account.email, plainEmail(name)),
          eq(account.phone, plainPhone(name)),
        ),
      ),
    )
  return found
}

const run = async ({ config, openDatabase, args: [name = ''], options }: CommandInput): Promise<Report> => {
  const { pool, db } = (await openDatabase()).connection
  await migrate(pool)
  const person = await findPerson(db, name)
  if (!person) return refusal(`There is no account with the name, e-mail address or phone number ${name}.`)
  const { id, username, nickname, realName, email, phone } = person
  const password = await takeNewPassword(options['password-stdin'] === true, [
    username,
    nickname,
    realName,
    email,
    phone,
  ])
  if ('refused' in password) return password.refused
  const done = await inTransaction(await operatorContext(config, db), async (ctx) => {
    await setPassword(ctx, id, password.hash)
    const sessions = await endSessionsOf(ctx.db, id)
    const subject = { kind: 'account', id } as const
    await audit(ctx, 'password.reset', { subject })
    const secondFactor = options['second-factor'] === true && (await clearSecondFactor(ctx.db, id))
    if (secondFactor) await audit(ctx, 'secondFactor.removed', { subject })
    await tellOwner(ctx, id, { letter: 'passwordChanged', notice: 'passwordChanged' })
    return { sessions, secondFactor }
  })
  return {
    ok: true,
    username,
    ...done,
    ...(password.random !== undefined && { password: password.random }),
    lines: [
      `${username} has a new password; sessions ended: ${done.sessions}.`,
      ...tellPassword(password),
      ...(done.secondFactor ? ['The second factor is removed.'] : []),
      ...(options['second-factor'] === true && !done.secondFactor ? ['There was no second factor to remove.'] : []),
      ...(person.status === 'disabled' ? ['The account is disabled: an organiser must enable it.'] : []),
    ],
  }
}

export const resetPassword: Command = {
  summary: 'give somebody a new password',
  help: 'Sets a new password for the account with this username, e-mail address or phone number, and ends its sessions; also while the site runs.',
  arguments: ['account'],
  options: {
    ...passwordOption,
    'second-factor': { type: 'boolean', help: 'also remove the second factor' },
  },
  run,
}
