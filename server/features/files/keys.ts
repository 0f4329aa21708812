import { pictureFormats, widthsOf, type PictureFormat } from '@lectern/contract/file-addresses.ts'
import type { file } from './tables.ts'

type Keyed = Pick<typeof file.$inferSelect, 'purpose' | 'id'>

/** The storage key of a file; for a picture, of its original. */
export const keyOf = ({ purpose, id }: Keyed): string => `${purpose}/${id}`

export const variantKeyOf = (picture: Keyed, width: number, format: PictureFormat): string =>
  `${keyOf(picture)}-${width}-${format}`

/** Every key that may be stored for a file. */
export const allKeysOf = (stored: Keyed & { width: number | null }): string[] => [
  keyOf(stored),
  ...(stored.purpose === 'picture' && stored.width
    ? widthsOf(stored.width).flatMap((width) => pictureFormats.map((format) => variantKeyOf(stored, width, format)))
    : []),
]
