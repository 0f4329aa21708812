import type { S3Config } from '../../config.ts'
import { addressIn } from './presign.ts'

/** What browsers of the site send to the bucket, and read of its answers. */
export const browserRequests = {
  methods: ['GET', 'PUT'],
  headers: ['content-type', 'range', 'x-amz-checksum-sha256'],
  exposed: ['ETag', 'Content-Length', 'Content-Range', 'Accept-Ranges'],
}

const timeoutMilliseconds = 5_000

const listOf = (header: string | null): string[] => (header ?? '').split(',').map((item) => item.trim().toLowerCase())

const allows = (header: string | null, wanted: string): boolean => {
  const list = listOf(header)
  return list.includes('*') || list.includes(wanted.toLowerCase())
}

/** Asks as a browser asks before it sends a request of this method. */
const checkMethod = async (address: URL, origin: string, method: string): Promise<string | undefined> => {
  const answer = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': browserRequests.headers.join(','),
    },
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })
  await answer.body?.cancel()
  const { headers, ok, status } = answer
  if (!ok || !allows(headers.get('access-control-allow-origin'), origin))
    return `${address.host} does not let pages of ${origin} use the bucket (${method} was answered with ${status})`
  if (!allows(headers.get('access-control-allow-methods'), method))
    return `${address.host} does not let pages of ${origin} send ${method}`
  const missing = browserRequests.headers.find((name) => !allows(headers.get('access-control-allow-headers'), name))
  return missing && `${address.host} does not let pages of ${origin} send the header ${missing}`
}

/** Why browsers of the site cannot use the bucket themselves; undefined: they can. */
export const checkBucketAccess = async (config: S3Config, origin: string): Promise<string | undefined> => {
  if (!config.publicEndpoint) return 'there is no address of it for browsers'
  const address = addressIn(config, config.publicEndpoint, `${config.prefix}probe`)
  try {
    for (const method of browserRequests.methods) {
      const problem = await checkMethod(address, origin, method)
      if (problem) return problem
    }
    return undefined
  } catch (error) {
    const { cause, message } = error as Error
    return `${address.host} cannot be reached: ${cause instanceof Error ? cause.message : message}`
  }
}

const openMilliseconds = 600_000
const closedMilliseconds = 60_000

/** Whether browsers can use the bucket, asked again from time to time: its rules may change while the program runs. */
export const createAccessCheck = (config: S3Config, origin: string): (() => Promise<boolean>) => {
  let validUntil = 0
  let isOpen = Promise.resolve(false)
  return () => {
    if (performance.now() < validUntil) return isOpen
    validUntil = performance.now() + closedMilliseconds
    isOpen = checkBucketAccess(config, origin).then((problem) => {
      if (problem === undefined) validUntil = performance.now() + openMilliseconds
      return problem === undefined
    })
    return isOpen
  }
}
