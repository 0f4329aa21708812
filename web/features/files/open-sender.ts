import { leastInParts } from '@lectern/contract/files/part-values.ts'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { Client } from '../../request/client.ts'
import { createPartSender } from './part-sender.ts'
import type { Answered, Sender, SenderEvents } from './sender.ts'
import { createTusSender } from './tus-sender.ts'

interface SenderOptions {
  file: File
  purpose: FilePurpose
  target?: Readonly<Record<string, string>> | undefined
  locale: string
  client: Client
  /** Of an earlier upload of the same file, to resume it. */
  url?: string | undefined
  /** The bucket is out of reach from here. */
  isBucketAvoided: boolean
}

/** The server did not answer as it should. */
export class OpeningFailed extends Error {
  readonly answer: Answered
  constructor(answer: Answered) {
    super(`An upload was answered with ${answer.status}`)
    this.answer = answer
  }
}

const tus = { 'tus-resumable': '1.0.0' }

const encode = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))

const answerOf = async (response: Response): Promise<Answered> => {
  const body = (await response.json().catch(() => ({}))) as { message?: string; data?: { error?: string } }
  return { status: response.status, message: body.message, error: body.data?.error }
}

/** Creates the upload, and learns which way its bytes take. */
const create = async (metadata: Record<string, string>, { file, locale }: SenderOptions): Promise<Response> => {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${encode(value)}`)
  return fetch('/api/uploads', {
    method: 'POST',
    headers: {
      ...tus,
      'accept-language': locale,
      'upload-in-parts': '?1',
      'upload-length': String(file.size),
      'upload-metadata': pairs.join(),
    },
  })
}

/** The way for a file: to the bucket if the server says so, otherwise through the site. */
export const openSender = async (options: SenderOptions, events: SenderEvents): Promise<Sender> => {
  const { file, purpose, target, locale, client, url, isBucketAvoided } = options
  const metadata = { filename: file.name, purpose, ...target }
  const isSmall = purpose !== 'work' || file.size < leastInParts
  if (isSmall || isBucketAvoided) return createTusSender({ file, metadata, locale, url }, events)
  const response = await (
    url === undefined ? create(metadata, options) : fetch(url, { method: 'HEAD', headers: tus })
  ).catch(() => {
    throw new OpeningFailed({ status: 0 })
  })
  // What has expired is begun anew, as by tus.
  if (url !== undefined && response.status === 404) return openSender({ ...options, url: undefined }, events)
  if (!response.ok) throw new OpeningFailed(await answerOf(response))
  const address = url ?? new URL(response.headers.get('location')!, location.href).pathname
  events.onUrl(address)
  const partBytes = Number(response.headers.get('upload-part-length') ?? 0)
  return partBytes > 0
    ? createPartSender({ file, client, url: address, partBytes }, events)
    : createTusSender({ file, metadata, locale, url: address }, events)
}
