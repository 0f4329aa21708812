import { pictureFormats, widthsOf, type PictureFormat } from '@lectern/contract/file-values.ts'
import type { file } from './tables.ts'

type Keyed = Pick<typeof file.$inferSelect, 'purpose' | 'id'>

/** Where the content of a file is stored; of a picture, what it was made from. */
export const keyOf = ({ purpose, id }: Keyed): string => `${purpose}/${id}`

export const variantKeyOf = (picture: Keyed, width: number, format: PictureFormat): string =>
  `${keyOf(picture)}-${width}-${format}`

/** Everything that may be stored of a file. */
export const allKeysOf = (stored: Keyed & { width: number | null }): string[] => [
  keyOf(stored),
  ...(stored.purpose === 'picture' && stored.width
    ? widthsOf(stored.width).flatMap((width) => pictureFormats.map((format) => variantKeyOf(stored, width, format)))
    : []),
]
