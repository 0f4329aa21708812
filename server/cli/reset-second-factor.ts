import type { AccountId } from '@lectern/contract/ids.ts'
import { upgrade } from '../backup/backup-folder.ts'
import { whereIdentifiedBy, lockAccount } from '../features/accounts/service.ts'
import { account } from '../features/accounts/tables.ts'
import { dropApp, dropSecondFactor } from '../features/sign-in/second-factor/second-factor.ts'
import { listUnreadable } from '../features/sign-in/second-factor/stored-secrets.ts'
import { systemClock } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import { and, ne } from '../platform/database/drizzle.ts'
import { inTransaction } from '../platform/transaction.ts'
import { refusal, type Command, type CommandInput, type Report } from './command.ts'
import { operatorContext } from './context.ts'

const resetOne = async (outer: Ctx, name: string): Promise<Report> => {
  const [row] = await outer.db
    .select({ id: account.id, username: account.username })
    .from(account)
    .where(and(whereIdentifiedBy(name), ne(account.status, 'deleted')))
  if (!row) return refusal(`There is no account with the name, e-mail address or phone number ${name}.`)
  const isReset = await reset(outer, row.id, dropSecondFactor)
  return {
    ok: true,
    reset: isReset ? 1 : 0,
    lines: [
      isReset
        ? `The second factor of ${row.username} is removed; sessions have ended.`
        : `${row.username} has no second factor: nothing was changed.`,
    ],
  }
}

const reset = (outer: Ctx, id: AccountId, drop: typeof dropSecondFactor): Promise<boolean> =>
  inTransaction(outer, async (ctx) => {
    await lockAccount(ctx, id)
    return drop(ctx, id)
  })

/** Each in its own transaction: if interrupted, the command can be run again. */
const resetUnreadable = async (ctx: Ctx): Promise<Report> => {
  let count = 0
  for (const id of await listUnreadable(ctx.db, ctx.installation.encryption))
    if (await reset(ctx, id, dropApp)) count += 1
  return {
    ok: true,
    reset: count,
    lines: [
      count === 0
        ? 'Every second factor can be read with the key that is here: nothing was changed.'
        : `Second factors that the key here cannot read, now removed: ${count}. Their owners are told, sign in with their password and set it up again.`,
    ],
  }
}

const run = async ({ config, openDatabase, options }: CommandInput): Promise<Report> => {
  const name = options['account']
  const isUnreadable = options['unreadable'] === true
  if ((typeof name === 'string') === isUnreadable) return refusal('Say whose: --account <value>, or --unreadable')
  const { pool, db } = (await openDatabase()).connection
  await upgrade(pool, config, systemClock.now())
  const ctx = await operatorContext(config, db)
  return typeof name === 'string' ? resetOne(ctx, name) : resetUnreadable(ctx)
}

export const resetSecondFactor: Command = {
  summary: 'remove a second factor, or all that cannot be read',
  help: 'Removes the second factor and the passkeys of one account, whose password stays; or, after the key (DATA_DIR/secret.key or SECRET_KEY) was lost, of everybody whose second factor the present key cannot read. Owners are told, and their sessions end; also while the site runs.',
  options: {
    account: { type: 'string', help: 'the username, e-mail address or phone number' },
    unreadable: { type: 'boolean', help: 'everybody whose second factor was encrypted with another key' },
  },
  run,
}
