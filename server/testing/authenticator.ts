import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type {
  Assertion,
  beginPasskey,
  createPasskey,
  requestPasskeyChallenge,
} from '@lectern/contract/sign-in/passkeys.ts'

// A device with passkeys, in a few lines: it signs with ES256 and writes CBOR. Each test may let it behave wrongly.

type Value = number | string | Buffer | Map<number | string, Value>

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const cbor = (value: Value): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])])
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

interface Key {
  id: Buffer
  privateKey: KeyObject
  publicKey: Buffer
  userHandle: string
  counter: number
}

/** How a device or a page may behave other than it should. */
export interface Behaviour {
  origin?: string
  rpId?: string
  /** False: whoever holds the device was not verified. */
  isVerified?: boolean
  challenge?: string
  userHandle?: string
  /** What the device says instead of counting on. */
  counter?: number
}

const newKey = (userHandle: string): Key => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = (part: string): Buffer => Buffer.from(part, 'base64url')
  // COSE: an EC2 key for ES256 on P-256.
  const cose = new Map<number, Value>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point(x!)],
    [-3, point(y!)],
  ])
  return { id: randomBytes(16), privateKey, publicKey: cbor(cose), userHandle, counter: 0 }
}

export class Authenticator {
  readonly #origin: string
  /** 0: it does not count, as those that several devices share. */
  readonly #step: number
  key: Key | undefined

  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin
    this.#step = counts ? 1 : 0
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Behaviour): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authenticatorData(rpId: string, behaviour: Behaviour, more = Buffer.alloc(0)): Buffer {
    const key = this.key!
    key.counter = behaviour.counter ?? key.counter + this.#step
    const isPresent = 1
    const isVerified = behaviour.isVerified === false ? 0 : 4
    const hasKey = more.length > 0 ? 64 : 0
    const count = Buffer.alloc(4)
    count.writeUInt32BE(key.counter)
    return Buffer.concat([sha256(behaviour.rpId ?? rpId), Buffer.from([isPresent | isVerified | hasKey]), count, more])
  }

  create(
    options: AnswerOf<typeof beginPasskey>,
    behaviour: Behaviour = {},
  ): BodyOf<typeof createPasskey>['registration'] {
    this.key = newKey(options.user.id)
    const { id, publicKey } = this.key
    const aaguid = Buffer.alloc(16)
    const length = Buffer.from([0, id.length])
    const authData = this.#authenticatorData(options.rp.id, behaviour, Buffer.concat([aaguid, length, id, publicKey]))
    const attestation = cbor(
      new Map<string, Value>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    const clientData = this.#clientData('webauthn.create', behaviour.challenge ?? options.challenge, behaviour)
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get(options: AnswerOf<typeof requestPasskeyChallenge>, behaviour: Behaviour = {}): Assertion {
    const { id, privateKey, userHandle } = this.key!
    const authenticatorData = this.#authenticatorData(options.rpId, behaviour)
    const clientData = this.#clientData('webauthn.get', behaviour.challenge ?? options.challenge, behaviour)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: behaviour.userHandle ?? userHandle,
      },
    }
  }
}
