import { countParts, maxLinks, placeOfPart } from '@lectern/contract/files/part-values.ts'
import { completeUpload, linkUploadParts, readUploadParts } from '@lectern/contract/files/uploads.ts'
import type { Client } from '../../request/client.ts'
import { failureOf, RequestError } from '../../request/request-error.ts'
import { createPartHasher, type PartHasher } from './part-hasher.ts'
import { deleteUpload, idOfUpload } from './unfinished-uploads.ts'
import type { Answered, Sender, SenderEvents } from './sender.ts'

/** Parts on their way at once, and parts that are hashed ahead of them. */
const maxRunning = 3
const maxAhead = 4
const signMilliseconds = 8_000
/** A bucket may take long to put the parts together. */
const completionMilliseconds = 120_000
/** After so many failures without a single part that has arrived, the bucket counts as out of reach. */
const maxFailures = 2
/** The bucket may find a part damaged on its way. */
const maxDamaged = 3

const answerTo = (error: unknown): Answered =>
  error instanceof RequestError
    ? {
        status: error.response?.status ?? 0,
        error: failureOf(error)?.error,
        message: error.info?.errorMessage,
      }
    : { status: 0 }

/** The site cannot be reached for a moment. */
const isPassing = ({ status }: Answered): boolean => status === 0 || status >= 500

interface PartOptions {
  file: File
  client: Client
  /** Of the upload on the site. */
  url: string
  partBytes: number
  openHasher?: (file: File, partBytes: number) => PartHasher
}

/**
 * Parts go to the bucket of files, each by an address that the site signs for exactly its bytes. A few are under way at
 * once; the whole is hashed meanwhile.
 */
export const createPartSender = (
  { file, client, url, partBytes, openHasher = createPartHasher }: PartOptions,
  events: SenderEvents,
): Sender => {
  const params = { id: idOfUpload(url) }
  const total = countParts(file.size, partBytes)
  /** By number, of the parts that have been read. */
  const hashes = new Map<number, string>()
  /** Bytes that have left, of the parts that are under way. */
  const running = new Map<number, { request: XMLHttpRequest; loaded: number }>()
  /** Parts for which a link has been requested. */
  const linking = new Set<number>()
  /** What the bucket has, with its hash if it tells; undefined: it is asked. */
  let stored: Map<number, string | null> | undefined
  let hasher: PartHasher | undefined
  let whole: string | undefined
  let isHashing = false
  let isCompleting = false
  /** Increases with every start and stop: what an earlier attempt still hears of is ignored. */
  let attempt = 0
  let failures = 0
  let damaged = 0
  let signedAt = 0
  let heartbeat: ReturnType<typeof setInterval> | undefined

  const sizeOf = (number: number): number => {
    const { start, end } = placeOfPart(file.size, partBytes, number)
    return end - start
  }
  const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + sizeOf(number), 0)
  const arrivedBytes = (): number => sumOf(stored?.keys() ?? [])
  const report = (): void =>
    events.onProgress(arrivedBytes() + [...running.values()].reduce((sum, { loaded }) => sum + loaded, 0))

  const halt = (): void => {
    attempt += 1
    clearInterval(heartbeat)
    heartbeat = undefined
    const requests = [...running.values()]
    running.clear()
    linking.clear()
    isCompleting = false
    for (const { request } of requests) request.abort()
  }

  const fail = (answer: Answered): void => {
    halt()
    events.onError(answer)
  }

  /** Whether the bucket has a part as it is in this file. Where it tells no hash, the mark of the file must do. */
  const isStored = (number: number): boolean => {
    const hash = stored?.get(number)
    const own = hashes.get(number)
    return hash === null || (hash !== undefined && (own === undefined || hash === own))
  }

  const failPart = (number: number, status: number): void => {
    running.delete(number)
    failures += 1
    // It ended the upload, or has lost it.
    if (status === 404) stored = undefined
    else if (stored?.size === 0 && failures >= maxFailures && navigator.onLine) {
      halt()
      return events.onUnreachable()
    }
    damaged = status === 400 ? damaged + 1 : 0
    // Whatever else the bucket says, such as that the link is too old, a new link may help.
    fail({ status: damaged >= maxDamaged ? 400 : 0 })
  }

  const send = (number: number, address: string): void => {
    const { start, end } = placeOfPart(file.size, partBytes, number)
    const request = new XMLHttpRequest()
    const current = { request, loaded: 0 }
    running.set(number, current)
    const own = attempt
    const unlessOver = (action: () => void) => () => {
      if (own === attempt) action()
    }
    request.open('PUT', address)
    request.setRequestHeader('x-amz-checksum-sha256', hashes.get(number)!)
    request.upload.addEventListener('progress', ({ loaded }) => {
      current.loaded = loaded
      if (own === attempt) report()
    })
    request.addEventListener(
      'load',
      unlessOver(() => {
        if (request.status !== 200) return failPart(number, request.status)
        running.delete(number)
        stored!.set(number, hashes.get(number)!)
        failures = 0
        damaged = 0
        events.onPiece()
        report()
        pump()
      }),
    )
    request.addEventListener(
      'error',
      unlessOver(() => failPart(number, 0)),
    )
    request.send(file.slice(start, end))
  }

  const sign = async (numbers: readonly number[]): Promise<void> => {
    const own = attempt
    for (const number of numbers) linking.add(number)
    signedAt = performance.now()
    const parts = numbers.map((number) => ({ number, sha256: hashes.get(number)! }))
    try {
      const body = { arrived: arrivedBytes(), parts }
      const { links } = await client(linkUploadParts, { params, body }, { skipErrorHandler: true })
      if (own !== attempt) return
      for (const number of numbers) linking.delete(number)
      for (const { number, url: address } of links) send(number, address)
    } catch (error) {
      if (own !== attempt) return
      for (const number of numbers) linking.delete(number)
      const answer = answerTo(error)
      if (answer.error === 'upload.elsewhere') stored = undefined
      // The site starts anew, and the bucket goes on: it is asked again when the next part has arrived.
      else if (isPassing(answer) && (running.size > 0 || numbers.length === 0)) return
      fail(answer)
    }
  }

  const complete = async (): Promise<void> => {
    const own = attempt
    isCompleting = true
    const options = { skipErrorHandler: true, timeout: completionMilliseconds }
    try {
      await client(completeUpload, { params, body: { sha256: whole! } }, options)
      if (own !== attempt) return
      halt()
      hasher?.close()
      events.onArrived()
    } catch (error) {
      if (own !== attempt) return
      stored = undefined
      fail(answerTo(error))
    }
  }

  /** What is being read when sending is paused is kept. */
  const hashNext = async (): Promise<void> => {
    isHashing = true
    try {
      hasher ??= openHasher(file, partBytes)
      const part = await hasher.next()
      hashes.set(part.number, part.sha256)
      whole = part.whole
      // Another content under the same name: it is sent again.
      if (!isStored(part.number)) stored?.delete(part.number)
    } catch {
      // The file is gone, or cannot be read any more.
      return fail({ status: 400 })
    } finally {
      isHashing = false
    }
    if (heartbeat === undefined) return
    events.onAlive()
    pump()
  }

  const pump = (): void => {
    if (!stored || isCompleting) return
    const waiting = [...hashes.keys()].filter(
      (number) => !stored!.has(number) && !running.has(number) && !linking.has(number),
    )
    const free = maxRunning - running.size - linking.size
    const next = waiting.slice(0, Math.min(free, maxLinks))
    if (next.length > 0) void sign(next)
    if (hashes.size < total && !isHashing && waiting.length - next.length < maxAhead) void hashNext()
    if (hashes.size === total && stored.size === total && whole !== undefined) void complete()
  }

  /** Tells the server now and then that a slow upload goes on. */
  const beat = (): void => {
    if (isCompleting) events.onAlive()
    else if (performance.now() - signedAt > signMilliseconds) void sign([])
  }

  const start = async (): Promise<void> => {
    halt()
    const own = attempt
    heartbeat = setInterval(beat, signMilliseconds)
    try {
      if (!stored) {
        const { parts } = await client(readUploadParts, { params }, { skipErrorHandler: true })
        if (own !== attempt) return
        stored = new Map(parts.map(({ number, sha256 }) => [number, sha256]))
        for (const number of stored.keys()) if (!isStored(number)) stored.delete(number)
      }
      report()
      pump()
    } catch (error) {
      if (own === attempt) fail(answerTo(error))
    }
  }

  return {
    start: () => void start(),
    stop: async () => halt(),
    discard: async () => {
      halt()
      await deleteUpload(params.id)
    },
    close: () => {
      halt()
      hasher?.close()
    },
  }
}
