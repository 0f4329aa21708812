import type { IncomingHttpHeaders } from 'node:http'
import { dispositionOf } from './disposition.ts'
import type { Storage } from '../storage/storage.ts'

/** Where the bytes of an answer lie as they are, under no more than their key. */
export interface StoredPlace {
  key: string
  /** The name of the file when it is saved. */
  name: string
}

interface LinkedAnswer {
  type: string
  size: number
  place: StoredPlace
  /** Present: it is always saved under this name. */
  name: string | undefined
  cacheControl: string
}

/** Smaller content is sent sooner than a second address is asked. */
const minBytes = 8 * 1024 ** 2

/** Pages show pictures of this site only. */
const isShownByPages = (type: string): boolean => type.startsWith('image/')

const playable = /^(?:video|audio)\/|^application\/pdf$/

/**
 * Elsewhere a browser ignores that a link asks to save what it leads to: the bucket has to say it. Players and tabs
 * show what they can; whatever else follows a link saves it.
 */
const isSaved = (type: string, headers: IncomingHttpHeaders): boolean =>
  !playable.test(type) || !['video', 'audio', 'document'].includes(String(headers['sec-fetch-dest']))

/** A link past this program to large content in a bucket; undefined: it is sent from here. */
export const linkTo = async (
  storage: Storage,
  headers: IncomingHttpHeaders,
  { type, size, place, name, cacheControl }: LinkedAnswer,
): Promise<string | undefined> => {
  if (size < minBytes || isShownByPages(type)) return undefined
  const direct = await storage.direct?.()
  const kind = name !== undefined || isSaved(type, headers) ? 'attachment' : 'inline'
  return direct?.link(place.key, { type, disposition: dispositionOf(kind, name ?? place.name), cacheControl })
}
