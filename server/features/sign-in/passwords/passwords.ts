import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { passwordLength } from '@lectern/contract/accounts/account-values.ts'
import type { ErrorName } from '@lectern/contract/errors.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { Refusal } from '../../../platform/problems.ts'
import { credential } from '../tables.ts'

/** As OWASP recommends for argon2id: KiB of memory, passes, lanes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const nonceBytes = 16
const tagBytes = 32

/** Each hash takes a core and 19 MB: no more at once than there are cores; whoever would wait too long is refused. */
const maxAtOnce = availableParallelism()
const maxWaiting = 200

let atWork = 0
const waiting: (() => void)[] = []

const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (atWork < maxAtOnce) atWork += 1
  else if (waiting.length >= maxWaiting) throw fail('server.busy')
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // The slot goes directly to the longest waiter.
    const next = waiting.shift()
    if (next) next()
    else atWork -= 1
  }
}

type Cost = typeof cost

const tagOf = (
  text: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        const parameters = { message: text, nonce, memory, passes, parallelism, tagLength }
        argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
      }),
  )

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const encode = (nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Used where there is no password, so that this takes as long as a wrong one. */
const dummyHash = encode(Buffer.alloc(nonceBytes), Buffer.alloc(tagBytes))

/** The stored form of a password: algorithm, cost, nonce and hash. */
export const hashPassword = async (text: string): Promise<string> => {
  const nonce = randomBytes(nonceBytes)
  return encode(nonce, await tagOf(text, nonce, cost, tagBytes))
}

/** Without a hash the result is false, after the same work. */
export const verifyPassword = async (hash: string | null, text: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, tag] = pattern.exec(hash ?? dummyHash) ?? []
  if (nonce === undefined || tag === undefined) throw new Error('a stored password cannot be read')
  const expected = Buffer.from(tag, 'base64')
  const itsCost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await tagOf(text, Buffer.from(nonce, 'base64'), itsCost, expected.length)
  return timingSafeEqual(actual, expected) && hash !== null
}

/** Requires a transaction: the caller also writes the audit entry. */
export const setPassword = async (ctx: Ctx, accountId: AccountId, hash: string): Promise<void> => {
  const values = { password: hash, passwordChangedAt: ctx.now }
  await ctx.db
    .insert(credential)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: credential.accountId, set: values })
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')

const refusedAsCommon = 10_000

/** The most common passwords of sufficient length. The file is read, not imported, because most of it is discarded. */
const readCommon = async (): Promise<ReadonlySet<string>> => {
  const file = new URL(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const byFrequency = JSON.parse(await readFile(file, 'utf8')) as string[]
  return new Set(byFrequency.filter((text) => text.length >= passwordLength.least).slice(0, refusedAsCommon))
}

let common: Promise<ReadonlySet<string>> | undefined

const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= readCommon().catch((error: unknown) => {
    common = undefined
    throw error
  })
  return common
}

/** Names and contacts of a user, in the forms in which they would occur in a password. */
const namesIn = (about: readonly (string | null)[]): string[] =>
  about
    .filter((text) => text !== null)
    .flatMap((text) => {
      const name = folded(text)
      if (name.includes('@')) return [name, name.slice(0, name.indexOf('@'))]
      return name.startsWith('+') ? [name, name.slice(1), name.replace(/^\+86/, '')] : [name]
    })
    .filter((name) => name !== '')

/** Less than half of the password is left without the name: too easy to guess for people who know the user. */
const consistsOf = (password: string, name: string): boolean =>
  password.replaceAll(name, '').length * 2 < password.length

/** Why this is refused as the password of this user; undefined if it is not. */
export const findPasswordProblem = async (
  text: string,
  about: readonly (string | null)[],
): Promise<Extract<ErrorName, 'password.common' | 'password.personal'> | undefined> => {
  const password = folded(text)
  // Blanks, or one repeated character: as common as any on the list.
  if (new Set(password).size < 2 || (await commonPasswords()).has(password)) return 'password.common'
  const isPersonal = namesIn(about).some((name) => consistsOf(password, name) || name.includes(password))
  return isPersonal ? 'password.personal' : undefined
}

/** Why this is refused as a new password, at its field. */
export const newPasswordProblem = async (
  text: string,
  about: readonly (string | null)[],
  field = 'newPassword',
): Promise<Refusal> => {
  const problem = await findPasswordProblem(text, about)
  return problem && fail(problem).at(field)
}

export const checkNewPassword = async (
  text: string,
  about: readonly (string | null)[],
  field = 'newPassword',
): Promise<void> => {
  const problem = await newPasswordProblem(text, about, field)
  if (problem) throw problem
}
