import { pictureFormats, widthsOf, type PictureFormat } from '@lectern/contract/files/file-addresses.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { file } from '../tables.ts'

type Keyed = Pick<typeof file.$inferSelect, 'purpose' | 'id'>

/** The storage key of a file; for a picture, of its original. */
export const keyOf = ({ purpose, id }: Keyed): string => `${purpose}/${id}`

export const variantKeyOf = (picture: Keyed, width: number, format: PictureFormat): string =>
  `${keyOf(picture)}-${width}-${format}`

/** Of the copy of a file of a work that names nobody. */
export const copyKeyOf = (stored: Keyed): string => `${keyOf(stored)}-copy`

/** Of the small picture of a file. */
export const coverKeyOf = (stored: Keyed): string => `${keyOf(stored)}-cover`

/** Of the pages of slides, as a PDF. */
export const pagesKeyOf = (stored: Keyed): string => `${keyOf(stored)}-pages`

/** Of the small picture of a picture that earlier versions made. */
const smallKeyOf = (stored: Keyed): string => `${keyOf(stored)}-small`

const variantKeysOf = (picture: Keyed, widest: number): string[] =>
  widthsOf(widest).flatMap((width) => pictureFormats.map((format) => variantKeyOf(picture, width, format)))

/** Files that have a small picture beside them. */
const picturedPurposes = new Set<Keyed['purpose']>(['work', 'certificate'])

/** Every key that may be stored for a file. */
export const allKeysOf = (stored: Keyed & { width: number | null }): string[] => [
  keyOf(stored),
  ...(stored.purpose === 'picture' && stored.width ? variantKeysOf(stored, stored.width) : []),
  ...(stored.purpose === 'work' ? [copyKeyOf(stored), smallKeyOf(stored), pagesKeyOf(stored)] : []),
  ...(picturedPurposes.has(stored.purpose) ? [coverKeyOf(stored)] : []),
]

/** Something that must be stored for a file. */
export interface NeededContent {
  key: string
  /** Undefined: it was not noted. */
  size: number | undefined
  /** A small picture or pages, which are shown beside the content and made of it. */
  isPreview: boolean
}

/** What a copy of the site needs: the re-encoded versions of a picture, the original of anything else, and what is stored beside it. */
export const neededContentOf = (
  stored: Keyed & Pick<typeof file.$inferSelect, 'size' | 'width' | 'state' | 'copySize' | 'coverSize' | 'pagesSize'>,
): NeededContent[] => {
  const { purpose, state, size, width, copySize, coverSize, pagesSize } = stored
  if (purpose === 'picture' && state === 'stored' && width)
    return variantKeysOf(stored, width).map((key) => ({ key, size: undefined, isPreview: false }))
  return [
    { key: keyOf(stored), size, isPreview: false },
    ...(copySize === null ? [] : [{ key: copyKeyOf(stored), size: copySize, isPreview: false }]),
    ...(coverSize === null ? [] : [{ key: coverKeyOf(stored), size: coverSize, isPreview: true }]),
    ...(pagesSize === null ? [] : [{ key: pagesKeyOf(stored), size: pagesSize, isPreview: true }]),
  ]
}

/** The file that something is stored of; undefined: of none. */
export const fileOfKey = (key: string): FileId | undefined =>
  /^[A-Za-z]+\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:-|$)/.exec(key)?.[1] as FileId | undefined
