import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'
import type { Range } from '../storage/storage.ts'

/** Content that never changes under its tag, opened only when its bytes are needed, in whole or as a range. */
export interface StoredContent {
  size: number
  tag: string
  /** Undefined: it does not exist. */
  open(range?: Range): Promise<Readable | undefined>
}

const rangePattern = /^bytes=(\d{0,15})-(\d{0,15})$/

/** The requested range. Several ranges, or invalid ones, may be answered with the whole content (RFC 9110). */
export const rangeOf = (header: string | undefined, size: number): Range | 'none' | 'unsatisfiable' => {
  const [, first = '', last = ''] = rangePattern.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'none'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'none'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(last === '' ? size - 1 : Number(last), size - 1) }
}

const etagOf = ({ tag }: Pick<StoredContent, 'tag'>): string => `"${tag}"`

/** Whether whoever asks has the content already. */
export const isKnown = ({ headers }: Pick<FastifyRequest, 'headers'>, content: Pick<StoredContent, 'tag'>): boolean =>
  headers['if-none-match']?.split(',').some((tag) => [etagOf(content), '*'].includes(tag.trim().replace(/^W\//, ''))) ??
  false

/** Sends stored content: whole, a range, or 304. */
export const sendStored = async (
  request: FastifyRequest,
  reply: FastifyReply,
  content: StoredContent,
  headers: Record<string, string>,
): Promise<FastifyReply> => {
  const { size, open } = content
  const etag = etagOf(content)
  if (isKnown(request, content)) {
    // Nothing is sent, but a copy that must not be used any more must not be confirmed either.
    if (size > 0) (await open({ start: 0, end: 0 }))?.destroy()
    return reply.code(304).headers({ etag, 'cache-control': headers['cache-control'] }).send()
  }
  const condition = request.headers['if-range']
  const isWhole = condition !== undefined && condition !== etag
  const range = isWhole ? 'none' : rangeOf(request.headers.range, size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw fail('file.noSuchRange')
  }
  const part = range === 'none' ? undefined : range
  // For HEAD nothing is opened; an empty stream leaves the headers as they are.
  const body = request.method === 'HEAD' ? Readable.from([]) : await open(part)
  if (body === undefined) throw fail('file.notFound')
  reply.headers({ ...headers, etag, 'accept-ranges': 'bytes' })
  reply.header('content-length', part ? part.end - part.start + 1 : size)
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  return reply.send(body)
}
