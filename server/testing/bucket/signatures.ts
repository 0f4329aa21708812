import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// Checks requests as a bucket does (AWS Signature Version 4), written without looking at the code that signs them: the
// requests of the S3 client prove this side, and this side proves the links of the program.

export interface BucketKey {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** Undefined: the request is signed. Otherwise the code of the error. */
export type SignatureFault = 'AccessDenied' | 'SignatureDoesNotMatch' | 'InvalidAccessKeyId' | 'RequestTimeTooSkewed'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const mac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const strict = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

const timeOf = (text: string): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

interface Claim {
  credential: string
  time: string
  names: string[]
  signature: string
  payload: string
  /** Until when it may be used, in milliseconds. */
  expiresAt: number
}

const skewMilliseconds = 15 * 60_000
const longestSeconds = 604_800

const claimInQuery = (query: URLSearchParams): Claim | undefined => {
  if (!query.has('X-Amz-Signature')) return undefined
  const seconds = Number(query.get('X-Amz-Expires'))
  const time = query.get('X-Amz-Date') ?? ''
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    time,
    names: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature')!,
    payload: 'UNSIGNED-PAYLOAD',
    expiresAt: seconds > 0 && seconds <= longestSeconds ? timeOf(time) + seconds * 1_000 : 0,
  }
}

const claimInHeaders = ({ headers }: IncomingMessage): Claim | undefined => {
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!credential || !names || !signature) return undefined
  const time = String(headers['x-amz-date'])
  return {
    credential,
    time,
    names: names.split(';'),
    signature,
    payload: String(headers['x-amz-content-sha256']),
    expiresAt: timeOf(time) + skewMilliseconds,
  }
}

const canonicalRequest = (request: IncomingMessage, { names, payload }: Claim): string => {
  const address = new URL(request.url!, 'http://bucket')
  const query = [...address.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .toSorted()
    .join('&')
  const lines = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  return `${request.method}\n${address.pathname}\n${query}\n${lines}\n${names.join(';')}\n${payload}`
}

/** Why a request is refused at a moment. */
export const findSignatureFault = (
  request: IncomingMessage,
  key: BucketKey,
  now: number = Date.now(),
): SignatureFault | undefined => {
  const claim = claimInQuery(new URL(request.url!, 'http://bucket').searchParams) ?? claimInHeaders(request)
  if (!claim || !claim.names.includes('host')) return 'AccessDenied'
  if (!(now <= claim.expiresAt)) return 'AccessDenied'
  if (timeOf(claim.time) > now + skewMilliseconds) return 'RequestTimeTooSkewed'
  const [accessKeyId, day, region, service, end] = claim.credential.split('/')
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId'
  const scope = `${day}/${region}/${service}/${end}`
  if (scope !== `${claim.time.slice(0, 8)}/${key.region}/s3/aws4_request`) return 'SignatureDoesNotMatch'
  const text = `AWS4-HMAC-SHA256\n${claim.time}\n${scope}\n${sha256(canonicalRequest(request, claim))}`
  const signingKey = mac(mac(mac(mac(`AWS4${key.secretAccessKey}`, day!), region!), service!), end!)
  const expected = mac(signingKey, text)
  const sent = Buffer.from(claim.signature, 'hex')
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? undefined : 'SignatureDoesNotMatch'
}
