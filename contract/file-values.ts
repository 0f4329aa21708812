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
