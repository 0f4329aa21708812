import { verify } from 'node:crypto'
import type { WorkId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { asc, sql } from '../../../platform/database/drizzle.ts'
import { readPublicKey } from '../../../platform/signing-keys.ts'
import { publicKeys } from '../../signing/service.ts'
import { hashManifest, readManifest, type Manifest } from './manifest.ts'
import { submission } from '../tables.ts'

/** `manifest`: its hash differs. `content`: it is about another submission. `signature`: it was not made by the key. */
export type SubmissionFault = 'manifest' | 'content' | 'signature' | 'keyMissing'

export interface VerifiedSubmissions {
  count: number
  broken?: { workId: WorkId; number: number; fault: SubmissionFault }
}

const batchSize = 200

type Row = typeof submission.$inferSelect

const readOrNothing = (text: string): Manifest | undefined => {
  try {
    return readManifest(text)
  } catch {
    return undefined
  }
}

const faultOf = (row: Row, keys: ReadonlyMap<string, Buffer>): SubmissionFault | undefined => {
  if (!hashManifest(row.manifest).equals(row.hash)) return 'manifest'
  const key = keys.get(row.keyId)
  if (!key) return 'keyMissing'
  if (!verify(null, Buffer.from(row.manifest), readPublicKey(key), row.signature)) return 'signature'
  const manifest = readOrNothing(row.manifest)
  const isOwn =
    manifest?.work === row.workId &&
    manifest.number === row.number &&
    manifest.submittedAt === row.submittedAt.toISOString() &&
    manifest.previous === (row.previousHash?.toString('hex') ?? null)
  return isOwn ? undefined : 'content'
}

const batchAfter = (db: Database, last: Row | undefined): Promise<Row[]> =>
  db
    .select()
    .from(submission)
    .where(last && sql`(${submission.workId}, ${submission.number}) > (${last.workId}, ${last.number})`)
    .orderBy(asc(submission.workId), asc(submission.number))
    .limit(batchSize)

/** Verifies every submission up to the first that is not as it was signed. */
export const verifySubmissions = async (db: Database): Promise<VerifiedSubmissions> => {
  const keys = await publicKeys(db)
  let count = 0
  let batch = await batchAfter(db, undefined)
  while (batch.length > 0) {
    for (const row of batch) {
      const fault = faultOf(row, keys)
      if (fault) return { count, broken: { workId: row.workId, number: row.number, fault } }
      count += 1
    }
    batch = await batchAfter(db, batch.at(-1))
  }
  return { count }
}
