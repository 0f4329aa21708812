import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from './database/connect.ts'
import { eq } from './database/drizzle.ts'
import { secret } from './tables.ts'

/** Keys of this installation: created when first needed, the same in every process. */
export interface Secrets {
  /** A keyed digest; `purpose` separates digests of different things. */
  digest(purpose: string, text: string): Buffer
}

export const loadSecrets = async (db: Database): Promise<Secrets> => {
  const name = 'digest'
  await db
    .insert(secret)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await db.select({ value: secret.value }).from(secret).where(eq(secret.name, name))
  const key = row!.value
  return {
    digest: (purpose, text) => createHmac('sha256', key).update(`${purpose}\0${text}`).digest(),
  }
}
