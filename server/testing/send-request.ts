import { channel } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import inject from 'light-my-request'
import { defaultLargestBody } from '../platform/http/body-limits.ts'
import type { Answer } from './answer.ts'

export interface Call {
  headers?: Record<string, string>
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown
}

type Received = Pick<Answer, 'status' | 'headers' | 'text'>

/** What `fetch` sends unless told otherwise, compression excepted. */
const usualHeaders = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

const contentOf = (body: unknown): { payload?: string; headers?: Record<string, string> } => {
  if (body === undefined) return {}
  if (typeof body === 'string') return { payload: body, headers: { 'content-type': 'text/plain;charset=UTF-8' } }
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

const unpackers: Record<string, (content: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** Names of headers are case-insensitive; the last one stands. */
const merge = (...several: (Record<string, string> | undefined)[]): Record<string, string> => {
  const merged = new Headers()
  for (const headers of several) for (const [name, value] of Object.entries(headers ?? {})) merged.set(name, value)
  return Object.fromEntries(merged)
}

/** Sends a request over a connection, for tests of what happens on it. */
export const sendOverNetwork = async (
  origin: string,
  method: string,
  path: string,
  { headers, body }: Call,
): Promise<Received> => {
  const { payload, headers: ownHeaders } = contentOf(body)
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: merge(ownHeaders, headers),
    ...(payload !== undefined && { body: payload }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const requestSent = channel('lectern.test.request')

/**
 * Hands a request to the server without a connection, which takes half the processor time of one over the network. It
 * passes everything that listens to requests, also what answers before the framework. A large body needs a connection,
 * which the server closes if it refuses to read the body.
 */
export const sendDirectly = async (
  server: Server,
  origin: string,
  method: string,
  path: string,
  request: Call,
): Promise<Received> => {
  const { payload, headers } = contentOf(request.body)
  if (payload !== undefined && payload.length > defaultLargestBody)
    return sendOverNetwork(origin, method, path, request)
  requestSent.publish(undefined)
  const response = await inject((...exchange) => void server.emit('request', ...exchange), {
    method: method as 'GET',
    url: path,
    authority: new URL(origin).host,
    headers: merge(usualHeaders, headers, request.headers),
    ...(payload !== undefined && { payload }),
  })
  const answered = new Headers()
  for (const [name, value] of Object.entries(response.headers))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) answered.append(name, String(one))
  const unpack = unpackers[answered.get('content-encoding') ?? '']
  const content = unpack && response.rawPayload.length > 0 ? unpack(response.rawPayload) : response.rawPayload
  return { status: response.statusCode, headers: answered, text: new TextDecoder().decode(content) }
}
