import type { FileId } from './ids.ts'

const megabyte = 1_000_000

/** What a file may be for, beside the picture of a person: how large it may be, and whether everybody may have it. */
export const filePurposes = {
  /** Made new in several sizes. */
  picture: { most: 10 * megabyte, public: true },
  attachment: { most: 200 * megabyte, public: true },
  video: { most: 2_000 * megabyte, public: true },
  captions: { most: megabyte, public: true },
  /** An answer in the form of an enrolment. */
  answer: { most: 200 * megabyte, public: false },
} as const satisfies Record<string, { most: number; public: boolean }>
export type FilePurpose = keyof typeof filePurposes

/** Widths in which a picture is kept; none is wider than the picture itself, which is kept up to the last. */
export const pictureWidths = [320, 640, 1280, 1920] as const

/** The best first; browsers take the first that they can show. */
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The widths in which a picture of this width is kept. */
export const widthsOf = (width: number): number[] => {
  const smaller = pictureWidths.filter((candidate) => candidate < width)
  const widest = Math.min(width, pictureWidths.at(-1)!)
  return [...smaller.filter((candidate) => candidate < widest), widest]
}

export const fileUrl = (id: FileId): string => `/api/files/${id}`
export const pictureUrl = (id: FileId, width: number, format: PictureFormat): string =>
  `/api/files/${id}/${width}.${format}`

/** Every size of a picture in one format, as the attribute srcset lists them. */
export const pictureSet = (id: FileId, width: number, format: PictureFormat): string =>
  widthsOf(width)
    .map((candidate) => `${pictureUrl(id, candidate, format)} ${candidate}w`)
    .join(', ')

/** The address of a picture for programs that know nothing of sizes. */
export const plainPictureUrl = (id: FileId, width: number): string =>
  pictureUrl(id, widthsOf(width).find((candidate) => candidate >= 640) ?? widthsOf(width).at(-1)!, 'webp')

const pictureAddress = /^\/api\/files\/([\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})\/\d{1,4}\.webp$/

/** The picture that an address shows in one of its sizes. */
export const pictureAt = (address: string): FileId | undefined =>
  pictureAddress.exec(address)?.[1] as FileId | undefined
