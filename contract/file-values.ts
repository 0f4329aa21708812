import type { FileId } from './ids.ts'

const megabyte = 1_000_000

/** Purposes of uploads, except avatars: max size, and whether the files are public. */
export const filePurposes = {
  /** Converted to several sizes. */
  picture: { most: 10 * megabyte, public: true },
  attachment: { most: 200 * megabyte, public: true },
  video: { most: 2_000 * megabyte, public: true },
  captions: { most: megabyte, public: true },
  /** An answer in an enrolment form. */
  answer: { most: 200 * megabyte, public: false, maxPerPerson: 2_000 * megabyte },
} as const satisfies Record<string, { most: number } & ({ public: true } | { public: false; maxPerPerson: number })>
export type FilePurpose = keyof typeof filePurposes

/** Files for these purposes are personal data of their uploader. */
export type PrivatePurpose = {
  [Purpose in FilePurpose]: (typeof filePurposes)[Purpose]['public'] extends false ? Purpose : never
}[FilePurpose]

export const isPrivate = (purpose: FilePurpose): purpose is PrivatePurpose => !filePurposes[purpose].public

export const privatePurposes: readonly PrivatePurpose[] = (Object.keys(filePurposes) as FilePurpose[]).filter(isPrivate)

const pictureTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/gif': ['gif'],
}

const zipped = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
}

const attachmentTypes = {
  'application/pdf': ['pdf'],
  ...zipped,
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  // Office documents are ZIP archives too, and detection cannot always tell them apart.
  'application/zip': ['zip', ...Object.values(zipped).flat()],
  'application/x-rar-compressed': ['rar'],
  'application/x-7z-compressed': ['7z'],
  'text/plain': ['txt', 'md'],
  'text/csv': ['csv'],
  ...pictureTypes,
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'audio/wav': ['wav'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
}

/**
 * Allowed content types of each purpose, with their file extensions. A file without a matching extension gets the first
 * one.
 */
export const fileTypes: Readonly<Record<FilePurpose, Readonly<Record<string, readonly string[]>>>> = {
  picture: pictureTypes,
  attachment: attachmentTypes,
  video: { 'video/mp4': ['mp4', 'm4v'], 'video/webm': ['webm'] },
  captions: { 'text/vtt': ['vtt'] },
  answer: attachmentTypes,
}

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

export const fileUrl = (id: FileId): string => `/api/files/${id}`
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
