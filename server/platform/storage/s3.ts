import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../../config.ts'
import { createAccessCheck } from './bucket-access.ts'
import { listObjects, sizesInListing } from './bucket-listing.ts'
import { createBucketParts, isInParts } from './bucket-parts.ts'
import { createDirectAccess } from './direct-access.ts'
import {
  checkKey,
  diskFull,
  ListingRefused,
  UploadLost,
  StorageAway,
  type UploadState,
  type Range,
  type Storage,
} from './storage.ts'

/** All parts but the last must have at least 5 MiB. A request's bytes are buffered up to this size. */
const partBytes = 8 * 1024 ** 2
/** Max requests with buffered bytes at the same time; others are queued. */
const maxAtOnce = 16

/** The stored parts, and the remaining bytes, which are too few for a part and stored separately. */
interface MultipartState extends UploadState {
  uploadId?: string
  etags: string[]
  tail: number
}

const asMultipart = (uploadState: UploadState): MultipartState => ({ etags: [], tail: 0, ...uploadState })

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

const nameOf = (error: unknown): string => (error as Error).name

/** Timeouts of a bucket in milliseconds. */
interface Limits {
  /** For a response, or the start of a file. */
  answer: number
  /** For writing a part of a file. */
  write: number
  /** Without a byte in either direction: a slow bucket may take its time, a hanging one must not hold a request. */
  idle: number
  /** For the next bytes of a file being read. */
  stall: number
}

const defaultLimits: Limits = { answer: 5_000, write: 60_000, idle: 6_000, stall: 20_000 }

/** The server failed, asks to slow down, or cannot be reached. */
const isAway = (error: unknown): boolean => {
  const status = statusOf(error)
  if (status !== undefined && status !== 200) return status === 429 || status >= 500
  const { code } = error as { code?: unknown }
  return typeof code === 'string' || ['TimeoutError', 'AbortError'].includes(nameOf(error))
}

/** Maps errors: a full storage is a full disk; any other failure is marked as the storage's. */
const asStorageError = (error: unknown): Error => {
  if (error instanceof StorageAway) return error
  if (statusOf(error) === 507) return diskFull('the storage is full')
  if (isAway(error))
    return new StorageAway(`the storage of files is away: ${nameOf(error)}: ${(error as Error).message}`)
  return new Error(`the storage of files: ${nameOf(error)}: ${(error as Error).message}`)
}

/** A semaphore. */
const createGate = (most: number) => {
  let inside = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= most) await new Promise<void>((enter) => waiting.push(enter))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}

/** Fails if the next bytes of a file do not arrive. A slow consumer is not a stall: nothing is requested meanwhile. */
const withoutStalls = async function* (body: Readable, milliseconds: number): AsyncGenerator<Buffer> {
  const giveUp = (): void => void body.destroy(new StorageAway('the storage of files stopped in the middle of a file'))
  let timer = setTimeout(giveUp, milliseconds)
  try {
    for await (const piece of body) {
      clearTimeout(timer)
      yield piece as Buffer
      timer = setTimeout(giveUp, milliseconds)
    }
  } finally {
    clearTimeout(timer)
  }
}

interface Options {
  limits?: Limits
  /** Of the pages that may use the bucket themselves; absent: none. */
  origin?: string
}

/** Files in a bucket of an S3-compatible server. */
export const createS3Storage = (config: S3Config, { limits = defaultLimits, origin }: Options = {}): Storage => {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey, prefix, pathStyle } = config
  const settings = {
    endpoint: endpoint.href,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Many servers do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
  } as const
  const client = new S3Client({ ...settings, requestHandler: { connectionTimeout: 3_000 } })
  // A connection that is being read may rest for as long as its reader does.
  const writer = new S3Client({
    ...settings,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: limits.idle },
  })
  /** Sends a command with a timeout for its response, retries included. */
  const within = async <T>(
    milliseconds: number,
    send: (options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> => {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), milliseconds)
    try {
      return await send({ abortSignal: controller.signal })
    } finally {
      clearTimeout(timer)
    }
  }
  const at = (key: string): { Bucket: string; Key: string } => ({ Bucket, Key: prefix + checkKey(key) })
  const tailKey = (key: string): string => `${key}-tail`
  const inTurn = createGate(maxAtOnce)

  const unlessMissing = async <T>(request: Promise<T>): Promise<T | undefined> => {
    try {
      return await request
    } catch (error) {
      if (statusOf(error) === 404) return undefined
      throw asStorageError(error)
    }
  }
  const done = <T>(request: Promise<T>): Promise<T> =>
    request.catch((error: unknown) => {
      throw asStorageError(error)
    })

  const put = async (key: string, content: Buffer): Promise<void> => {
    await done(
      within(limits.write, (options) => writer.send(new PutObjectCommand({ ...at(key), Body: content }), options)),
    )
  }
  const read = async (key: string, range?: Range): Promise<Readable | undefined> => {
    const bytes = range && { Range: `bytes=${range.start}-${range.end}` }
    const command = new GetObjectCommand({ ...at(key), ...bytes })
    const answer = await unlessMissing(within(limits.answer, (options) => client.send(command, options)))
    return answer && Readable.from(withoutStalls(answer.Body as Readable, limits.stall), { objectMode: false })
  }
  const sizeOf = async (key: string): Promise<number | undefined> =>
    (await unlessMissing(within(limits.answer, (options) => client.send(new HeadObjectCommand(at(key)), options))))
      ?.ContentLength
  const remove = async (key: string): Promise<void> => {
    await unlessMissing(within(limits.answer, (options) => client.send(new DeleteObjectCommand(at(key)), options)))
  }

  const list = listObjects({
    bucket: Bucket,
    prefix,
    send: async (command) => {
      try {
        return await within(limits.stall, (options) => client.send(command, options))
      } catch (error) {
        throw statusOf(error) === 403 ? new ListingRefused((error as Error).message) : asStorageError(error)
      }
    },
  })

  const readTail = async (key: string, tail: number): Promise<Buffer> => {
    if (tail === 0) return Buffer.alloc(0)
    const bytes = await read(tailKey(key), { start: 0, end: tail - 1 })
    const content = bytes && (await buffer(bytes))
    if (content?.length !== tail) throw new UploadLost()
    return content
  }
  const beginParts = async (key: string): Promise<string> =>
    (await done(within(limits.answer, (options) => client.send(new CreateMultipartUploadCommand(at(key)), options))))
      .UploadId!
  const putPart = async (key: string, uploadId: string, number: number, content: Buffer): Promise<string> => {
    const part = { ...at(key), UploadId: uploadId, PartNumber: number, Body: content }
    return (await done(within(limits.write, (options) => writer.send(new UploadPartCommand(part), options)))).ETag!
  }

  const append: Storage['resumable']['append'] = (key, state, pieces, commit) =>
    inTurn(async () => {
      let uploadState = asMultipart(state.uploadState)
      let { received } = state
      const part = Buffer.allocUnsafe(partBytes)
      let filled = (await readTail(key, uploadState.tail)).copy(part)
      let isFailing = false

      /** Stores a full part and commits it at once, so that the tail may be overwritten. */
      const storePart = async (): Promise<void> => {
        const uploadId = uploadState.uploadId ?? (await beginParts(key))
        const etag = await putPart(key, uploadId, uploadState.etags.length + 1, part.subarray(0, filled))
        received += filled - uploadState.tail
        uploadState = { uploadId, etags: [...uploadState.etags, etag], tail: 0 }
        filled = 0
        await commit(received, uploadState)
      }
      const storeTail = async (): Promise<void> => {
        if (filled === uploadState.tail) return
        await put(tailKey(key), part.subarray(0, filled))
        received += filled - uploadState.tail
        uploadState = { ...uploadState, tail: filled }
        await commit(received, uploadState)
      }
      const take = async (piece: Buffer): Promise<void> => {
        for (let taken = 0; taken < piece.length;) {
          const copied = piece.copy(part, filled, taken)
          taken += copied
          filled += copied
          if (filled === partBytes) await storePart()
        }
      }

      try {
        for await (const piece of pieces)
          await take(piece).catch((error: unknown) => {
            isFailing = true
            throw error
          })
      } finally {
        // Bytes before a disconnect are kept; if the storage itself fails, they cannot be.
        if (!isFailing) await storeTail()
      }
    })

  const complete = async (key: string, uploadId: string, etags: readonly string[]): Promise<void> => {
    const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
    const command = new CompleteMultipartUploadCommand({
      ...at(key),
      UploadId: uploadId,
      MultipartUpload: { Parts },
    })
    await done(within(limits.write, (options) => client.send(command, options)))
  }

  const isStored = async (key: string): Promise<boolean> => (await sizeOf(key)) !== undefined

  const bucketParts = createBucketParts({
    client,
    send: (request, work) => done(within(limits[work], request)),
    sendUnlessMissing: (request) => unlessMissing(within(limits.answer, request)),
  })
  const putTogether = async (key: string, uploadState: UploadState): Promise<void> => {
    if (isInParts(uploadState)) return bucketParts.finish(at(key), uploadState)
    const { uploadId, etags, tail } = asMultipart(uploadState)
    const last = await readTail(key, tail)
    if (uploadId === undefined) await put(key, last)
    else {
      const lastTag = tail > 0 ? [await putPart(key, uploadId, etags.length + 1, last)] : []
      await complete(key, uploadId, [...etags, ...lastTag])
    }
    await remove(tailKey(key))
  }

  const { publicEndpoint } = config
  const direct = publicEndpoint && createDirectAccess(config, publicEndpoint)
  const isOpen = origin === undefined ? () => Promise.resolve(false) : createAccessCheck(config, origin)

  return {
    put,
    read,
    sizeOf,
    openListing: () => sizesInListing(list),
    remove,
    space: async () => undefined,
    direct: async () => (direct && (await isOpen()) ? direct : undefined),
    parts: {
      begin: (key) => bucketParts.begin(at(key)),
      list: (key, uploadState) => bucketParts.list(at(key), uploadState),
    },
    resumable: {
      append,
      finish: async (key, uploadState) => {
        // Completed by an earlier request whose result was not stored.
        if (await isStored(key)) return
        try {
          await putTogether(key, uploadState)
        } catch (error) {
          // Another process has completed it meanwhile.
          if (!(await isStored(key))) throw error
        }
      },
      abandon: async (key, uploadState) => {
        const { uploadId } = asMultipart(uploadState)
        if (uploadId !== undefined)
          await within(limits.answer, (options) =>
            client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId }), options),
          ).catch((error: unknown) => {
            // Gone already, or a server that removes unfinished parts only by its own rules.
            if (![404, 405, 501].includes(statusOf(error) ?? 0)) throw asStorageError(error)
          })
        await remove(tailKey(key))
      },
    },
  }
}
