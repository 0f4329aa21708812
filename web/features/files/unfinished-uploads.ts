import type { FileId } from '@lectern/contract/ids.ts'

/** An unfinished upload in local storage, without data about the file or its owner. */
interface UnfinishedUpload {
  url: string
  /** A hash that identifies the file. */
  mark: string
}

const prefix = 'lectern.upload.'

/** Storage may be blocked; then uploads start from the beginning. */
const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** Key of a field on the site, under which its upload is stored. */
export const slotOf = (pathname: string, purpose: string, field: string): string =>
  `${prefix}${markOfText(`${pathname.toLowerCase()} ${purpose} ${field}`)}`

/** A short, non-cryptographic hash of a text. */
const markOfText = (text: string): string => {
  let [low, high] = [0xdeadbeef, 0x41c6ce57]
  for (const character of text) {
    const code = character.codePointAt(0)!
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  return ((high >>> 0) * 2 ** 21 + (low >>> 11)).toString(36)
}

export const markOfFile = ({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string =>
  markOfText(`${name} ${size} ${lastModified}`)

export const storeUnfinishedUpload = (slot: string, unfinished: UnfinishedUpload): void =>
  attempt(() => localStorage.setItem(slot, JSON.stringify(unfinished)))

export const deleteUnfinishedUpload = (slot: string): void => attempt(() => localStorage.removeItem(slot))

export const findUnfinishedUpload = (slot: string): UnfinishedUpload | undefined =>
  attempt(() => {
    const { url, mark } = JSON.parse(localStorage.getItem(slot) ?? '{}') as Partial<UnfinishedUpload>
    return url !== undefined && mark !== undefined ? { url, mark } : undefined
  })

/** The id of an upload is the end of its address, and becomes the id of the file. */
export const idOfUpload = (url: string): FileId => url.split('/').at(-1) as FileId

const slotsOfUpload = (id: FileId): string[] =>
  attempt(() => {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    return keys.filter((key) => {
      const url = key.startsWith(prefix) ? findUnfinishedUpload(key)?.url : undefined
      return url !== undefined && idOfUpload(url) === id
    })
  }) ?? []

/** Whether this browser has begun an upload, so that it can go on here. */
export const isUploadOfBrowser = (id: FileId): boolean => slotsOfUpload(id).length > 0

export interface InterruptedUpload {
  url: string
  name: string
  size: number
  sent: number
}

const nameIn = (metadata: string | null): string => {
  const encoded = /(?:^|,)filename ([\w+/=]+)/.exec(metadata ?? '')?.[1] ?? ''
  return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
}

const tusHeaders = { 'tus-resumable': '1.0.0' }

/** Requests the state of an unfinished upload; only its owner gets it. */
export const readUnfinishedUpload = async (url: string): Promise<InterruptedUpload | undefined> => {
  const { ok, headers } = await fetch(url, { method: 'HEAD', headers: tusHeaders })
  if (!ok) return undefined
  const [sent, size] = [Number(headers.get('upload-offset')), Number(headers.get('upload-length'))]
  return { url, name: nameIn(headers.get('upload-metadata')), size, sent }
}

/** Deletes what has arrived of an upload on the server. One that is gone already is no failure. */
export const deleteUpload = async (id: FileId): Promise<void> => {
  const { ok, status } = await fetch(`/api/uploads/${id}`, { method: 'DELETE', headers: tusHeaders })
  if (!ok && status !== 404) throw new Error(`The upload was not deleted: ${status}`)
}

/** The same, and nothing goes on with it. */
export const giveUpUpload = async (id: FileId): Promise<void> => {
  await deleteUpload(id)
  for (const slot of slotsOfUpload(id)) deleteUnfinishedUpload(slot)
}
