import { pictureFormats, widthsOf, type PictureFormat } from '@lectern/contract/file-addresses.ts'
import type { file } from './tables.ts'

type Keyed = Pick<typeof file.$inferSelect, 'purpose' | 'id'>

/** The storage key of a file; for a picture, of its original. */
export const keyOf = ({ purpose, id }: Keyed): string => `${purpose}/${id}`

export const variantKeyOf = (picture: Keyed, width: number, format: PictureFormat): string =>
  `${keyOf(picture)}-${width}-${format}`

/** Of the copy of a file of a work that names nobody. */
export const copyKeyOf = (stored: Keyed): string => `${keyOf(stored)}-copy`

/** Of the small picture of a picture in a work. */
export const smallKeyOf = (stored: Keyed): string => `${keyOf(stored)}-small`

const variantKeysOf = (picture: Keyed, widest: number): string[] =>
  widthsOf(widest).flatMap((width) => pictureFormats.map((format) => variantKeyOf(picture, width, format)))

/** Every key that may be stored for a file. */
export const allKeysOf = (stored: Keyed & { width: number | null }): string[] => [
  keyOf(stored),
  ...(stored.purpose === 'picture' && stored.width ? variantKeysOf(stored, stored.width) : []),
  ...(stored.purpose === 'work' ? [copyKeyOf(stored), smallKeyOf(stored)] : []),
]

/** The keys that a copy of the site needs: the re-encoded versions of a picture, the original of anything else. */
export const neededKeysOf = (
  stored: Keyed & Pick<typeof file.$inferSelect, 'width' | 'state' | 'copySize'>,
): string[] => {
  const { purpose, state, width, copySize } = stored
  if (purpose === 'picture' && state === 'stored' && width) return variantKeysOf(stored, width)
  return copySize === null ? [keyOf(stored)] : [keyOf(stored), copyKeyOf(stored)]
}
