import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

// Ed25519 in the forms in which it is stored and published.

/** What precedes the 32 bytes of a key in SubjectPublicKeyInfo (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

const spkiOf = (publicKey: Buffer): Buffer => Buffer.concat([spkiPrefix, publicKey])

/** The id of a key, which everybody can compute: `openssl pkey -pubin -in key.pem -outform DER | sha256sum`, 16 digits. */
export const signingKeyId = (publicKey: Buffer): string =>
  createHash('sha256').update(spkiOf(publicKey)).digest('hex').slice(0, 16)

/** The 32 public bytes of a key, be it the private or the public half. */
export const publicBytesOf = (key: KeyObject): Buffer =>
  (key.type === 'private' ? createPublicKey(key) : key)
    .export({ type: 'spki', format: 'der' })
    .subarray(spkiPrefix.length)

export const readPublicKey = (publicKey: Buffer): KeyObject =>
  createPublicKey({ key: spkiOf(publicKey), type: 'spki', format: 'der' })

/** As `openssl` reads it. */
export const pemOf = (publicKey: Buffer): string =>
  readPublicKey(publicKey).export({ type: 'spki', format: 'pem' }) as string

/** A new key: its public bytes, and the private half as PEM. */
export const makeKeyPair = (): { publicKey: Buffer; privatePem: string } => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicBytesOf(privateKey),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

export const readPrivateKey = (pem: string): KeyObject => createPrivateKey(pem)
