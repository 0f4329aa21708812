import { createHash, createHmac } from 'node:crypto'
import type { S3Config } from '../../config.ts'

/** A request that whoever has its address may make, once or often, until it expires. */
export interface PresignedRequest {
  method: 'GET' | 'PUT'
  /** Of the object, with the prefix. */
  key: string
  query?: Readonly<Record<string, string>>
  /** Must be sent exactly like this; names in lower case. */
  headers?: Readonly<Record<string, string>>
  seconds: number
}

const algorithm = 'AWS4-HMAC-SHA256'

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** As RFC 3986 encodes, which is stricter than the language. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number => (one < other ? -1 : 1)

type Bucket = Pick<S3Config, 'bucket' | 'pathStyle'>

/** The address of an object, or of the bucket itself, at an endpoint. */
export const addressIn = ({ bucket, pathStyle }: Bucket, endpoint: URL, key = ''): URL => {
  const address = new URL(endpoint)
  const base = address.pathname.replace(/\/$/, '')
  if (!pathStyle) address.hostname = `${bucket}.${address.hostname}`
  address.pathname = `${base}${pathStyle ? `/${bucket}` : ''}/${key}`
  return address
}

/**
 * The address of a request with its signature in the query (AWS Signature Version 4). Nothing is sent: the bucket
 * computes the same signature when somebody uses the address.
 */
export const presign = (
  config: Bucket & Pick<S3Config, 'region' | 'accessKeyId' | 'secretAccessKey'>,
  endpoint: URL,
  { method, key, query = {}, headers = {}, seconds }: PresignedRequest,
  now: Date = new Date(),
): string => {
  const address = addressIn(config, endpoint, key)
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${config.region}/s3/aws4_request`
  const signed = Object.entries({ host: address.host, ...headers }).toSorted(byName)
  const names = signed.map(([name]) => name).join(';')
  const parameters = {
    ...query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${config.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': names,
  }
  const canonicalQuery = Object.entries(parameters)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(byName)
    .map((pair) => pair.join('='))
    .join('&')
  const canonicalRequest = [
    method,
    address.pathname,
    canonicalQuery,
    ...signed.map((pair) => pair.join(':')),
    '',
    names,
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const text = [algorithm, time, scope, createHash('sha256').update(canonicalRequest).digest('hex')].join('\n')
  const signingKey = [day, config.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${config.secretAccessKey}`,
  )
  return `${address.origin}${address.pathname}?${canonicalQuery}&X-Amz-Signature=${hmac(signingKey, text).toString('hex')}`
}
