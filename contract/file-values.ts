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
  answer: { most: 200 * megabyte, public: false, maxPerPerson: 2_000 * megabyte },
  /** Part of a work. The work has a limit of its own. */
  work: { most: 2_000 * megabyte, public: false, maxPerPerson: Infinity },
  /** An archive that a background task made for organisers. Nobody uploads one. */
  bundle: { most: Infinity, public: false, maxPerPerson: Infinity },
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
  // The sheets and texts of an office are archives too, and not always told apart.
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

/** What a file may be, and how the names of such files end; the first ending is given to one whose name has none of them. */
export const fileTypes: Readonly<Record<FilePurpose, Readonly<Record<string, readonly string[]>>>> = {
  picture: pictureTypes,
  attachment: attachmentTypes,
  video: { 'video/mp4': ['mp4', 'm4v'], 'video/webm': ['webm'] },
  captions: { 'text/vtt': ['vtt'] },
  answer: attachmentTypes,
  // Any type is stored; the rules of its part decide whether it can be submitted.
  work: {},
  bundle: { 'application/zip': ['zip'] },
}

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
