import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { S3Config } from '../../config.ts'
import { rangeOf } from '../../platform/http/stored-content.ts'
import { createCorsRules } from './cors-rules.ts'
import { createObjects, type Stored } from './objects.ts'
import { findSignatureFault } from './signatures.ts'

/** A request that the bucket has answered. */
export interface BucketRequest {
  method: string
  /** Without the name of the bucket. */
  key: string
  query: URLSearchParams
  status: number
  /** Of the bodies of request and answer. */
  bytes: number
  isPresigned: boolean
}

export interface TestBucket {
  config: S3Config
  /** Answered requests, in order. */
  requests: BucketRequest[]
  /** Lets pages of this origin in. */
  allow(origin: string): void
  /** From now on deleted and replaced objects can be read by their version. */
  keepVersions(): void
  /** Ends the connection in the middle of so many files. */
  interruptReads(count: number): void
  /** Refuses all links that were used before now. */
  expireLinks(): void
  /** From now on the key may not list the bucket. */
  refuseListing(): void
  /** Uploads in parts that are neither completed nor aborted. */
  unfinishedUploads(): number
  /** Changes stored bytes behind everybody's back. */
  replace(key: string, content: Buffer): Promise<void>
  /** Puts a file of the disk under a key as it is, however large. */
  place(key: string, file: Stored): Promise<void>
  close(): Promise<void>
}

class BucketError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const statusOf: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchVersion: 404,
  NoSuchUpload: 404,
  NoSuchCORSConfiguration: 404,
}
const refuse = (code: string): never => {
  throw new BucketError(statusOf[code] ?? 400, code)
}

const minPartBytes = 5 * 1024 ** 2
const bucket = 'lectern'

const valueIn = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&quot;', '') ?? ''

/**
 * An S3-compatible bucket that checks signatures, checksums and origins, which the other one of the tests does not. Large
 * files lie in a folder, not in memory.
 */
export const startBucket = async (): Promise<TestBucket> => {
  const stored = await createObjects()
  const cors = createCorsRules()
  const requests: BucketRequest[] = []
  const key = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'cn-test-1' }
  const expired = new Set<string | null>()
  let interruptions = 0
  let isListable = true

  const receive = async (request: IncomingMessage): Promise<Stored> => {
    const piece = await stored.store(request)
    const { headers } = request
    const announced = headers['x-amz-content-sha256']
    const isHash = typeof announced === 'string' && /^[\da-f]{64}$/.test(announced)
    const checksum = headers['x-amz-checksum-sha256']
    const isWrong =
      (isHash && Buffer.from(announced, 'hex').toString('base64') !== piece.sha256) ||
      (checksum !== undefined && checksum !== piece.sha256) ||
      Number(headers['content-length']) !== piece.size
    if (isWrong) {
      await stored.discard([piece])
      refuse('BadDigest')
    }
    return piece
  }

  const requireUpload = (path: string, id: string) => {
    const upload = stored.uploads.get(id)
    return upload?.key === path ? upload : refuse('NoSuchUpload')
  }

  const complete = async (path: string, id: string, body: string): Promise<string> => {
    const { parts, isHashed } = requireUpload(path, id)
    const named = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(valueIn(part, 'PartNumber')),
      etag: valueIn(part, 'ETag').replaceAll('"', ''),
      sha256: valueIn(part, 'ChecksumSHA256'),
    }))
    const pieces = named.map(({ number, etag, sha256 }, index) => {
      const piece = parts.get(number)
      if (!piece || piece.etag !== etag || (isHashed && sha256 !== piece.sha256)) return refuse('InvalidPart')
      if (index < named.length - 1 && piece.size < minPartBytes) return refuse('EntityTooSmall')
      return piece
    })
    if (pieces.length === 0) refuse('MalformedXML')
    const { etag } = await stored.put(path, pieces)
    stored.uploads.delete(id)
    return `<CompleteMultipartUploadResult><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`
  }

  const listParts = (path: string, id: string, query: URLSearchParams): string => {
    const { parts } = requireUpload(path, id)
    const most = Math.min(1_000, Number(query.get('max-parts') ?? 1_000))
    const after = Number(query.get('part-number-marker') ?? 0)
    const all = [...parts].filter(([number]) => number > after).toSorted(([one], [other]) => one - other)
    const shown = all.slice(0, most)
    const list = shown.map(
      ([number, { etag, size, sha256 }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag><Size>${size}</Size><ChecksumSHA256>${sha256}</ChecksumSHA256></Part>`,
    )
    const next = shown.at(-1)?.[0] ?? 0
    return `<ListPartsResult><UploadId>${id}</UploadId><IsTruncated>${all.length > most}</IsTruncated><NextPartNumberMarker>${next}</NextPartNumberMarker>${list.join('')}</ListPartsResult>`
  }

  const listObjects = (query: URLSearchParams): string => {
    if (!isListable) throw new BucketError(403, 'AccessDenied')
    const after = query.get('continuation-token') ?? ''
    const keys = [...stored.objects.keys()]
      .filter((path) => path.startsWith(query.get('prefix') ?? '') && path > after)
      .toSorted()
    const shown = keys.slice(0, 1_000)
    const list = shown.map(
      (path) => `<Contents><Key>${path}</Key><Size>${stored.objects.get(path)!.size}</Size></Contents>`,
    )
    const isTruncated = keys.length > shown.length
    const next = isTruncated ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${list.join('')}</ListBucketResult>`
  }

  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<void> => {
    const xml = (body: string): void => void response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
    const uploadId = query.get('uploadId')
    const { method } = request
    if (path === '' && query.has('cors')) {
      if (method === 'PUT') {
        cors.replace(await text(request))
        return void response.writeHead(200).end()
      }
      return xml(cors.read() ?? refuse('NoSuchCORSConfiguration'))
    }
    if (path === '' && query.has('versioning'))
      return xml(
        `<VersioningConfiguration>${stored.keepsVersions() ? '<Status>Enabled</Status>' : ''}</VersioningConfiguration>`,
      )
    if (path === '' && query.has('list-type')) return xml(listObjects(query))
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      const isHashed = request.headers['x-amz-checksum-algorithm'] === 'SHA256'
      stored.uploads.set(id, { key: path, isHashed, parts: new Map() })
      return xml(
        `<InitiateMultipartUploadResult><Key>${path}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (method === 'PUT' && uploadId) {
      const { parts, isHashed } = requireUpload(path, uploadId)
      // As Amazon does: checksums have to be announced when the upload is begun.
      if ((request.headers['x-amz-checksum-sha256'] !== undefined) !== isHashed) refuse('InvalidRequest')
      const piece = await receive(request)
      const former = parts.get(Number(query.get('partNumber')))
      if (former) await stored.discard([former])
      parts.set(Number(query.get('partNumber')), piece)
      return void response.writeHead(200, { etag: `"${piece.etag}"` }).end()
    }
    if (method === 'GET' && uploadId) return xml(listParts(path, uploadId, query))
    if (method === 'POST' && uploadId) return xml(await complete(path, uploadId, await text(request)))
    if (method === 'DELETE' && uploadId) {
      await stored.discard(requireUpload(path, uploadId).parts.values())
      stored.uploads.delete(uploadId)
      return void response.writeHead(204).end()
    }
    if (method === 'PUT') {
      const { etag } = await stored.put(path, [await receive(request)])
      return void response.writeHead(200, { etag: `"${etag}"` }).end()
    }
    if (method === 'DELETE') {
      await stored.remove(path)
      return void response.writeHead(204).end()
    }
    const versionId = query.get('versionId') ?? stored.versionsOf(path).at(-1)?.id
    const object = query.has('versionId')
      ? (stored.versionsOf(path).find(({ id }) => id === versionId)?.object ?? refuse('NoSuchVersion'))
      : (stored.objects.get(path) ?? refuse('NoSuchKey'))
    const range = rangeOf(request.headers.range, object.size)
    if (range === 'unsatisfiable') throw new BucketError(416, 'InvalidRange')
    const { start, end } = range === 'none' ? { start: 0, end: object.size - 1 } : range
    response.writeHead(range === 'none' ? 200 : 206, {
      etag: `"${object.etag}"`,
      ...(versionId !== undefined && { 'x-amz-version-id': versionId }),
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      'content-type': query.get('response-content-type') ?? 'application/octet-stream',
      ...(query.has('response-content-disposition') && {
        'content-disposition': query.get('response-content-disposition')!,
      }),
      ...(query.has('response-cache-control') && { 'cache-control': query.get('response-cache-control')! }),
      ...(range !== 'none' && { 'content-range': `bytes ${start}-${end}/${object.size}` }),
    })
    if (method === 'HEAD') return void response.end()
    if (interruptions > 0 && end > start) {
      interruptions -= 1
      return void response.write(Buffer.alloc(1), () => response.destroy())
    }
    await pipeline(stored.read(object, start, end), response)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = new URL(request.url!, 'http://bucket')
    const path = decodeURIComponent(address.pathname).replace(`/${bucket}`, '').replace(/^\//, '')
    const before = request.socket.bytesRead + request.socket.bytesWritten
    response.once('close', () =>
      requests.push({
        method: request.method!,
        key: path,
        query: address.searchParams,
        status: response.statusCode,
        bytes: request.socket.bytesRead + request.socket.bytesWritten - before,
        isPresigned: address.searchParams.has('X-Amz-Signature'),
      }),
    )
    const allowed = cors.headersFor(request)
    for (const [name, value] of Object.entries(allowed ?? {})) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return void response.writeHead(allowed ? 200 : 403).end()
    try {
      const fault = findSignatureFault(request, key)
      if (fault) throw new BucketError(403, fault)
      const signature = address.searchParams.get('X-Amz-Signature')
      if (signature !== null && expired.has(signature)) throw new BucketError(403, 'AccessDenied')
      await respond(request, response, path, address.searchParams)
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      const { status, code } = error instanceof BucketError ? error : { status: 500, code: 'InternalError' }
      request.resume()
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    }
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    config: { ...key, endpoint, publicEndpoint: endpoint, bucket, prefix: 'contest/', pathStyle: true },
    requests,
    allow: (origin) => cors.allow(origin),
    keepVersions: stored.keepVersions,
    interruptReads: (count) => {
      interruptions = count
    },
    refuseListing: () => {
      isListable = false
    },
    expireLinks: () => {
      for (const { query } of requests) expired.add(query.get('X-Amz-Signature'))
    },
    unfinishedUploads: () => stored.uploads.size,
    replace: async (path, content) => {
      await stored.put(path, [await stored.store(Readable.from([content]))])
    },
    place: async (path, file) => {
      await stored.put(path, [file])
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await stored.close()
    },
  }
}
