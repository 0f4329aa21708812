import { upgrade } from '../backup/backup-folder.ts'
import { systemClock } from '../platform/clock.ts'
import { whereIdentifiedBy, lockAccount, namesOf } from '../features/accounts/service.ts'
import { account, accountColumns } from '../features/accounts/tables.ts'
import { audit } from '../features/audit/service.ts'
import { notifyOwner } from '../features/sign-in/owner.ts'
import { setPassword } from '../features/sign-in/passwords/passwords.ts'
import { clearSecondFactor } from '../features/sign-in/second-factor/second-factor.ts'
import { endSessionsOf } from '../features/sign-in/sessions/sessions.ts'
import type { Database } from '../platform/database/connect.ts'
import { and, ne } from '../platform/database/drizzle.ts'
import { inTransaction } from '../platform/transaction.ts'
import { refusal, type Command, type CommandInput, type Report } from './command.ts'
import { operatorContext } from './context.ts'
import { passwordOption, takeNewPassword, passwordLines } from './new-password.ts'

const findPerson = async (db: Database, name: string) => {
  const [row] = await db
    .select(accountColumns)
    .from(account)
    .where(and(whereIdentifiedBy(name), ne(account.status, 'deleted')))
  return row
}

const run = async ({ config, openDatabase, args: [name = ''], options }: CommandInput): Promise<Report> => {
  const { pool, db } = (await openDatabase()).connection
  await upgrade(pool, config, systemClock.now())
  const person = await findPerson(db, name)
  if (!person) return refusal(`There is no account with the name, e-mail address or phone number ${name}.`)
  const { id, username } = person
  const password = await takeNewPassword(options['password-stdin'] === true, namesOf(person))
  if ('refused' in password) return password.refused
  const done = await inTransaction(await operatorContext(config, db), async (ctx) => {
    await lockAccount(ctx, id)
    await setPassword(ctx, id, password.hash)
    const sessions = await endSessionsOf(ctx.db, id)
    const subject = { kind: 'account', id } as const
    await audit(ctx, 'password.reset', { subject })
    const secondFactor = options['second-factor'] === true && (await clearSecondFactor(ctx.db, id))
    if (secondFactor) await audit(ctx, 'secondFactor.removed', { subject })
    await notifyOwner(ctx, id, { letter: 'passwordChanged', notice: 'passwordChanged' })
    return { sessions, secondFactor }
  })
  return {
    ok: true,
    username,
    ...done,
    ...(password.random !== undefined && { password: password.random }),
    lines: [
      `${username} has a new password; sessions ended: ${done.sessions}.`,
      ...passwordLines(password),
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
