import type { MessageId } from '@lectern/messages/message-id.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { filePurposes, type FilePurpose } from '@lectern/contract/files/file-values.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import type { Upload } from './upload-queries.ts'

/** The headers of the tus protocol: https://tus.io/protocols/resumable-upload */

const version = '1.0.0'

/** Archives of this purpose are made by the program. */
const uploadPurposes = (Object.keys(filePurposes) as FilePurpose[]).filter(
  (purpose) => purpose !== 'bundle' && purpose !== 'certificate',
)

export const tusHeaders = { 'tus-resumable': version }

export const tusAbilities = {
  'tus-version': version,
  'tus-extension': 'creation,expiration,termination',
  'tus-max-size': String(Math.max(...uploadPurposes.map((purpose) => filePurposes[purpose].most))),
}

export const piecesType = 'application/offset+octet-stream'

const maxMetadata = 4_096

export const requireVersion = (headers: IncomingHttpHeaders): void => {
  if (headers['tus-resumable'] !== version) throw fail('upload.wrongProtocol')
}

const malformed = (path: string, message: string): AppError => new AppError('request.invalid', {}, [{ path, message }])

const wholeNumber = (headers: IncomingHttpHeaders, name: string, t: Translate): number => {
  const value = headers[name]
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw malformed(name, t('validation.type.integer'))
  return Number(value)
}

type Translate = (id: MessageId) => string

/** Pairs of a name and a value in base64. */
const readMetadata = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header.split(',').map((pair) => {
      const [name = '', value = ''] = pair.trim().split(' ')
      return [name, Buffer.from(value, 'base64').toString('utf8')] as const
    }),
  )

// oxlint-disable-next-line no-control-regex -- these are what is taken out
const unwanted = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd]/g
const maxNameLength = 200

/** The last part of a path, without invisible characters; a long name keeps its extension. */
const cleanName = (name: string): string => {
  const plain = (name.split(/[/\\]/).at(-1) ?? '').normalize('NFC').toWellFormed().replaceAll(unwanted, '').trim()
  const ending = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? ''
  return plain.length <= maxNameLength ? plain : plain.slice(0, maxNameLength - ending.length).toWellFormed() + ending
}

const id = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** What an upload can belong to. Other metadata, such as the type that a browser guesses, is ignored. */
const targetKeys: Readonly<Record<string, RegExp>> = {
  work: id,
  part: /^[a-z][a-zA-Z0-9-]{0,39}$/,
  replaces: id,
  activity: id,
  institution: id,
  redacts: id,
  // Why; for a copy that replaces what experts are judging.
  reason: /^\S(?:[^\p{Cc}]{0,298}\S)?$/u,
  list: id,
  case: id,
}

const readTarget = (metadata: ReadonlyMap<string, string>, t: Translate): Record<string, string> =>
  Object.fromEntries(
    Object.entries(targetKeys).flatMap(([key, pattern]) => {
      const value = metadata.get(key)
      if (value === undefined) return []
      if (!pattern.test(value)) throw malformed(key, t('validation.format'))
      return [[key, value]]
    }),
  )

export const readNewUpload = (headers: IncomingHttpHeaders, t: Translate) => {
  const header = headers['upload-metadata']
  if (typeof header !== 'string' || header.length > maxMetadata)
    throw malformed('upload-metadata', t('validation.required'))
  const metadata = readMetadata(header)
  const purpose = metadata.get('purpose') ?? ''
  if (!(uploadPurposes as string[]).includes(purpose)) throw malformed('purpose', t('validation.format'))
  const name = cleanName(metadata.get('filename') ?? '')
  if (name === '') throw malformed('filename', t('validation.required'))
  return {
    purpose: purpose as FilePurpose,
    name,
    size: wholeNumber(headers, 'upload-length', t),
    target: readTarget(metadata, t),
    canSendParts: headers['upload-in-parts'] === '?1',
  }
}

/** The offset of a request's bytes, and how many it announces. */
export const readOffset = (
  headers: IncomingHttpHeaders,
  t: Translate,
): { offset: number; length: number | undefined } => ({
  offset: wholeNumber(headers, 'upload-offset', t),
  length: headers['content-length'] === undefined ? undefined : wholeNumber(headers, 'content-length', t),
})

export const expiryHeader = ({ expiresAt, isFinished }: Upload): Record<string, string> =>
  isFinished ? {} : { 'upload-expires': expiresAt.toUTCString() }

/** Present: the browser sends parts of this length to the bucket. */
export const partHeader = ({ partBytes }: Upload): Record<string, string> =>
  partBytes === null ? {} : { 'upload-part-length': String(partBytes) }

const encode = (text: string): string => Buffer.from(text).toString('base64')

export const progressHeaders = (upload: Upload): Record<string, string> => ({
  'upload-offset': String(upload.received),
  ...expiryHeader(upload),
})

export const stateHeaders = (upload: Upload): Record<string, string> => ({
  ...progressHeaders(upload),
  ...partHeader(upload),
  'upload-length': String(upload.size),
  'upload-metadata': `filename ${encode(upload.name)},purpose ${encode(upload.purpose)}`,
})
