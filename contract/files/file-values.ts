export const megabyte = 1_000_000

/** Purposes of uploads, except avatars: max size, and whether the files are public. */
export const filePurposes = {
  /** Converted to several sizes. */
  picture: { most: 10 * megabyte, public: true },
  attachment: { most: 200 * megabyte, public: true },
  video: { most: 2_000 * megabyte, public: true },
  captions: { most: megabyte, public: true },
  /** An answer in an enrolment form. */
  answer: { most: 200 * megabyte, public: false, maxPerPerson: 2_000 * megabyte },
  /** Part of a work. The work has a limit of its own. */
  work: { most: 2_000 * megabyte, public: false, maxPerPerson: Infinity },
  /** Evidence in an objection or appeal. Only its uploader and the arbiters of the case know of it. */
  evidence: { most: 200 * megabyte, public: false, maxPerPerson: 2_000 * megabyte },
  /** The stamped letter of somebody who asks to be an officer. Only its uploader and those who decide read it. */
  officerLetter: { most: 20 * megabyte, public: false, maxPerPerson: 200 * megabyte },
  /** The scan of a stamped summary of recommendations. Officers of the institution, those above and organisers read it. */
  stampedSummary: { most: 20 * megabyte, public: false, maxPerPerson: 2_000 * megabyte },
  /** An archive that a background task made for organisers. Nobody uploads one. */
  bundle: { most: Infinity, public: false, maxPerPerson: Infinity },
  /** The PDF of a certificate. Nobody uploads one. */
  certificate: { most: Infinity, public: false, maxPerPerson: Infinity },
  /** A picture in a template of certificates: a background, a signature, a stamp. */
  artwork: { most: 10 * megabyte, public: false, maxPerPerson: 500 * megabyte },
} as const satisfies Record<string, { most: number } & ({ public: true } | { public: false; maxPerPerson: number })>
export type FilePurpose = keyof typeof filePurposes

/** Files for these purposes are personal data of their uploader. */
export type PrivatePurpose = {
  [Purpose in FilePurpose]: (typeof filePurposes)[Purpose]['public'] extends false ? Purpose : never
}[FilePurpose]

export const isPrivate = (purpose: FilePurpose): purpose is PrivatePurpose => !filePurposes[purpose].public

/** Organisers as such may not read these files, and the log does not tell who uploaded one. */
export const isConfidential = (purpose: FilePurpose): boolean => purpose === 'evidence'

export const privatePurposes: readonly PrivatePurpose[] = (Object.keys(filePurposes) as FilePurpose[]).filter(isPrivate)

/**
 * What a scanner of malware has said about a file. All but the first two mean that it was not scanned: it is larger than the scanner takes, it is
 * a film, the scanner could not look into all of it, or it does not answer.
 */
export const scanOutcomes = ['clean', 'infected', 'tooLarge', 'film', 'unreadable', 'unreachable'] as const
export type ScanOutcome = (typeof scanOutcomes)[number]

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
  evidence: attachmentTypes,
  officerLetter: {
    'application/pdf': ['pdf'],
    'image/jpeg': ['jpg', 'jpeg'],
    'image/png': ['png'],
    'image/webp': ['webp'],
  },
  stampedSummary: { 'application/pdf': ['pdf'], 'image/jpeg': ['jpg', 'jpeg'], 'image/png': ['png'] },
  // Any type is stored; the rules of its part decide whether it can be submitted.
  work: {},
  bundle: { 'application/zip': ['zip'] },
  certificate: { 'application/pdf': ['pdf'] },
  artwork: { 'image/jpeg': ['jpg', 'jpeg'], 'image/png': ['png'], 'image/webp': ['webp'] },
}
