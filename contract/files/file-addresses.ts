import type { FileId } from '../ids.ts'

export const fileUrl = (id: FileId): string => `/api/files/${id}`

/** Widths in which pictures are stored, but never wider than the original. */
export const pictureWidths = [320, 640, 1280, 1920] as const

/** Best first: browsers use the first format that they support. */
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The stored widths of a picture of this width. */
export const widthsOf = (width: number): number[] => {
  const smaller = pictureWidths.filter((candidate) => candidate < width)
  const widest = Math.min(width, pictureWidths.at(-1)!)
  return [...smaller.filter((candidate) => candidate < widest), widest]
}

export const pictureUrl = (id: FileId, width: number, format: PictureFormat): string =>
  `/api/files/${id}/${width}.${format}`

/** All sizes of a picture in one format, for the attribute srcset. */
export const pictureSet = (id: FileId, width: number, format: PictureFormat): string =>
  widthsOf(width)
    .map((candidate) => `${pictureUrl(id, candidate, format)} ${candidate}w`)
    .join(', ')

/** URL of a picture for clients without srcset. */
export const plainPictureUrl = (id: FileId, width: number): string =>
  pictureUrl(id, widthsOf(width).find((candidate) => candidate >= 640) ?? widthsOf(width).at(-1)!, 'webp')

const pictureAddress = /^\/api\/files\/([\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})\/\d{1,4}\.webp$/

/** The id of the picture that a URL shows. */
export const pictureAt = (address: string): FileId | undefined =>
  pictureAddress.exec(address)?.[1] as FileId | undefined
