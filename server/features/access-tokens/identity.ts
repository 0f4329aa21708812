import { createHash } from 'node:crypto'
import type { AccessToken, Installation } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import { takeIfLeft } from '../../platform/throttle.ts'
import { findByHash, touchAccessToken } from './queries.ts'

/** 32 random bytes after a prefix by which scanners of source code find tokens that were published by mistake. */
export const tokenPrefix = 'lectern_'
const tokenPattern = /^lectern_[\w-]{43}$/

const bearerPattern = /^bearer +(\S+) *$/i

/** Tokens are fully random: a plain digest is safe. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Of each token. */
const allowance = { name: 'accessToken', burst: 120, refillSeconds: 1 }

const freshMilliseconds = 5 * 60_000

interface TokenDeps {
  db: Database
  installation: Pick<Installation, 'secrets'>
  now: Date
}

/** The program that sends this header; undefined: it is no bearer token. Throws if the token is not valid. */
export const identifyToken = async (
  { db, installation, now }: TokenDeps,
  header: string | undefined,
): Promise<AccessToken | undefined> => {
  const token = bearerPattern.exec(header ?? '')?.[1]
  if (token === undefined) return undefined
  const row = tokenPattern.test(token) ? await findByHash(db, hashOf(token), now) : undefined
  if (!row) throw fail('token.invalid')
  const seconds = await takeIfLeft(db, installation.secrets, allowance, row.id, now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  await touchAccessToken(db, row.id, { now, unlessSince: new Date(now.getTime() - freshMilliseconds) })
  return { kind: 'token', ...row }
}
