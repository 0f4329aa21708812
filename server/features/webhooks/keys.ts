import { sign, type KeyObject } from 'node:crypto'
import type { WebhookId } from '@lectern/contract/ids.ts'
import { keyOverlapHours } from '@lectern/contract/webhooks/webhook-values.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { makeKeyPair, publicBytesOf, readPrivateKey } from '../../platform/signing-keys.ts'

// Signatures of the Standard Webhooks, version 1.0: Ed25519 over `<id>.<seconds>.<body>`.

/** Bound to the ciphertext of a private key. */
const ownerOf = (id: WebhookId): string => `webhook ${id}`

/** As it is stored. */
interface StoredKey {
  publicKey: Buffer
  privateKey: string
}

export const makeWebhookKey = async (encryption: Encryption, id: WebhookId): Promise<StoredKey> => {
  const { publicKey, privatePem } = makeKeyPair()
  return { publicKey, privateKey: await encryption.encrypt(ownerOf(id), privatePem) }
}

/** Undefined: it was encrypted with another secret key, or was altered. */
const readKey = async (
  encryption: Encryption,
  id: WebhookId,
  { publicKey, privateKey }: StoredKey,
): Promise<KeyObject | undefined> => {
  const pem = await encryption.decrypt(ownerOf(id), privateKey)
  const key = pem === undefined ? undefined : readPrivateKey(pem)
  return key && publicBytesOf(key).equals(publicKey) ? key : undefined
}

export interface KeyedWebhook extends StoredKey {
  id: WebhookId
  formerPublicKey: Buffer | null
  formerPrivateKey: string | null
  formerUntil: Date | null
}

/** The key that signed before the current one, as long as it signs too. */
export const formerKeyOf = ({ formerPublicKey, formerPrivateKey, formerUntil }: KeyedWebhook, now: Date) =>
  formerPublicKey && formerPrivateKey && formerUntil && formerUntil > now
    ? { publicKey: formerPublicKey, privateKey: formerPrivateKey, until: formerUntil }
    : undefined

export const overlapEnd = (now: Date): Date => new Date(now.getTime() + keyOverlapHours * 3_600_000)

/** The keys that sign now, the current one first; undefined: that one cannot be read. */
export const readKeys = async (
  encryption: Encryption,
  webhook: KeyedWebhook,
  now: Date,
): Promise<KeyObject[] | undefined> => {
  const current = await readKey(encryption, webhook.id, webhook)
  if (!current) return undefined
  const former = formerKeyOf(webhook, now)
  const formerKey = former && (await readKey(encryption, webhook.id, former))
  return formerKey ? [current, formerKey] : [current]
}

/** As receivers enter it. */
export const publicText = (publicKey: Buffer): string => `whpk_${publicKey.toString('base64')}`

interface Message {
  id: string
  body: string
  at: Date
}

export const signedHeaders = (keys: readonly KeyObject[], { id, body, at }: Message): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signed = Buffer.from(`${id}.${timestamp}.${body}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1a,${sign(null, signed, key).toString('base64')}`).join(' '),
  }
}
