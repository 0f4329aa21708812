import { sign, type KeyObject } from 'node:crypto'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { listSigningKeys as listEndpoint } from '@lectern/contract/signing/signing-keys.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { makeKeyPair, pemOf, publicBytesOf, readPrivateKey, signingKeyId } from '../../platform/signing-keys.ts'
import { allSigningKeys, findSigningKey, insertSigningKey, retireSigningKey, type SigningKey } from './queries.ts'

export interface Signer {
  keyId: string
  /** Ed25519 over the UTF-8 bytes of a text. */
  sign(text: string): Buffer
}

/** Bound to the ciphertext of the private key. */
const ownerOf = (keyId: string): string => `signing ${keyId}`

/** Undefined: it was encrypted with another secret key, or was altered. */
const decryptKey = async (
  encryption: Encryption,
  { id, privateKey }: Pick<SigningKey, 'id' | 'privateKey'>,
): Promise<KeyObject | undefined> => {
  const pem = await encryption.decrypt(ownerOf(id), privateKey)
  const key = pem === undefined ? undefined : readPrivateKey(pem)
  return key && signingKeyId(publicBytesOf(key)) === id ? key : undefined
}

const findSigner = async ({ db, installation: { encryption } }: Ctx) => {
  const secretKeyId = await encryption.keyId()
  const stored = secretKeyId === undefined ? undefined : await findSigningKey(db, secretKeyId)
  return { stored, key: stored && (await decryptKey(encryption, stored)) }
}

/** Of processes that do this at once one inserts its key; the others wait for it, and their key is dropped. */
const makeSigningKey = (outer: Ctx, damaged: SigningKey | undefined): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { publicKey, privatePem } = makeKeyPair()
    const id = signingKeyId(publicKey)
    const privateKey = await ctx.installation.encryption.encrypt(ownerOf(id), privatePem)
    if (damaged) await retireSigningKey(ctx.db, damaged.id, ctx.now)
    if (!(await insertSigningKey(ctx.db, { id, publicKey, privateKey, createdAt: ctx.now }))) return
    const before = damaged && { before: { reference: damaged.id } }
    await audit(ctx, 'signingKey.created', {
      subject: { kind: 'signingKey', id },
      ...before,
      after: { reference: id },
    })
  })

const signerWith = (keyId: string, key: KeyObject): Signer => ({
  keyId,
  sign: (text) => sign(null, Buffer.from(text), key),
})

/**
 * Signs with the key of this installation, which is made on first use. A key that cannot be decrypted is replaced:
 * nobody must miss a deadline for it, and what it signed can still be verified.
 */
export const requireSigner = async (ctx: Ctx): Promise<Signer> => {
  const signer = await findSigner(ctx)
  if (signer.stored && signer.key) return signerWith(signer.stored.id, signer.key)
  await makeSigningKey(ctx, signer.stored)
  const { stored, key } = await findSigner(ctx)
  if (!stored || !key) throw new Error('The signing key that was made cannot be read')
  return signerWith(stored.id, key)
}

/** All public keys, retired ones too: what they signed can still be verified. */
export const listSigningKeys = async ({ db }: Pick<Ctx, 'db'>): Promise<AnswerOf<typeof listEndpoint>> => ({
  keys: (await allSigningKeys(db)).map(({ id, publicKey, createdAt }) => ({
    id,
    algorithm: 'Ed25519' as const,
    pem: pemOf(publicKey),
    createdAt: createdAt.toISOString(),
  })),
})

/** Ids of keys in use that cannot be decrypted here. */
export const unreadableSigningKeys = async (db: Database, encryption: Encryption): Promise<string[]> => {
  const unreadable: string[] = []
  for (const key of await allSigningKeys(db))
    if (!key.retiredAt && !(await decryptKey(encryption, key))) unreadable.push(key.id)
  return unreadable
}

/** The 32 bytes of all public keys, by id. */
export const publicKeys = async (db: Database): Promise<ReadonlyMap<string, Buffer>> =>
  new Map((await allSigningKeys(db)).map(({ id, publicKey }) => [id, publicKey]))
