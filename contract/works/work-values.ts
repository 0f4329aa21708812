// What the browser and the server both know about works. No schemas, so that browsers may load it.

export const slidesType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** What a part of a work can be. */
export const partKinds = ['video', 'document', 'slides', 'image', 'audio', 'archive', 'text', 'link'] as const
export type PartKind = (typeof partKinds)[number]

/** Kinds that are handed in as files: their types, and how the names of such files end. The first ending is the usual one. */
export const partTypes = {
  video: { 'video/mp4': ['mp4', 'm4v'], 'video/quicktime': ['mov'], 'video/webm': ['webm'] },
  document: { 'application/pdf': ['pdf'] },
  slides: {
    'application/pdf': ['pdf'],
    [slidesType]: ['pptx'],
  },
  image: { 'image/jpeg': ['jpg', 'jpeg'], 'image/png': ['png'], 'image/webp': ['webp'] },
  audio: { 'audio/mpeg': ['mp3'], 'audio/mp4': ['m4a'], 'audio/wav': ['wav'] },
  archive: { 'application/zip': ['zip'] },
} as const satisfies Partial<Record<PartKind, Readonly<Record<string, readonly string[]>>>>
export type FilePartKind = keyof typeof partTypes

export const isFilePart = (kind: PartKind): kind is FilePartKind => kind in partTypes

/** Types of which a copy can be made that does not tell who made it. */
export const cleanableTypes: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/quicktime',
  'audio/mp4',
  'application/pdf',
  slidesType,
  'image/jpeg',
  'image/png',
  'image/webp',
])

/** Codecs of films and recordings, as they are named here and as people know them. */
export const codecNames = {
  avc: 'H.264',
  hevc: 'H.265 (HEVC)',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  'pcm-s16': 'PCM',
} as const
export type Codec = keyof typeof codecNames
export const codecs = Object.keys(codecNames) as [Codec, ...Codec[]]

/** What a part may be limited to. Absent: any. */
export interface PartLimits {
  minSeconds?: number | undefined
  maxSeconds?: number | undefined
  /** The longer and the shorter side of a picture, whichever way it is held. */
  minLongSide?: number | undefined
  minShortSide?: number | undefined
  codecs?: readonly Codec[] | undefined
  maxKbps?: number | undefined
  maxPages?: number | undefined
  maxCharacters?: number | undefined
}

/** Which limits a kind of part can have. */
export const limitsOfKind = {
  video: ['minSeconds', 'maxSeconds', 'minLongSide', 'minShortSide', 'codecs', 'maxKbps'],
  document: ['maxPages'],
  slides: ['maxPages'],
  image: ['minLongSide', 'minShortSide'],
  audio: ['minSeconds', 'maxSeconds', 'maxKbps'],
  archive: [],
  text: ['maxCharacters'],
  link: [],
} as const satisfies Record<PartKind, readonly (keyof PartLimits)[]>

export const maxParts = 20
export const maxDeclarations = 10
export const maxFilesPerPart = 20
export const maxFileMegabytes = 2_000
export const maxTotalMegabytes = 20_000
export const maxUploadMinutes = 1_440
export const maxTitleLength = 200
export const maxSummaryLength = 2_000
export const maxTextCharacters = 20_000
export const maxNameLength = 60

/** The rules of an activity that asks for nothing yet. */
export const usualRules = {
  parts: [],
  declarations: [],
  blind: true,
  maxTotalMegabytes: 4_000,
  uploadMinutes: 60,
}

/** The life of a work. A decision that is revoked makes it `submitted` again. */
export const workMoves = {
  draft: ['submitted', 'withdrawn'],
  submitted: ['submitted', 'accepted', 'returned', 'disqualified', 'withdrawn'],
  returned: ['submitted', 'withdrawn'],
  accepted: ['disqualified', 'returned', 'submitted'],
  disqualified: ['accepted', 'submitted'],
  withdrawn: ['draft'],
} as const satisfies Record<string, readonly string[]>
export type WorkState = keyof typeof workMoves
export const workStates = Object.keys(workMoves) as [WorkState, ...WorkState[]]

/** In these states no submission counts, even if there is one. */
export const hasStandingSubmission = (state: WorkState): boolean => state !== 'draft' && state !== 'withdrawn'

/** Organisers' decisions after the formal check; `submitted` revokes one. */
export const workDecisions = ['accepted', 'returned', 'disqualified', 'submitted'] as const
export type WorkDecision = (typeof workDecisions)[number]

export const workDecisionMoves = {
  draft: [],
  submitted: ['accepted', 'returned', 'disqualified'],
  returned: ['submitted'],
  accepted: ['returned', 'disqualified', 'submitted'],
  disqualified: ['accepted', 'submitted'],
  withdrawn: [],
} as const satisfies Record<WorkState, readonly WorkDecision[]>

export const mayDecideWork = (state: WorkState, decision: WorkDecision): boolean =>
  (workDecisionMoves[state] as readonly WorkDecision[]).includes(decision)

/** Accepting a submitted work needs no reason; all other decisions do. */
export const workNeedsReason = (state: WorkState, decision: WorkDecision): boolean =>
  decision !== 'accepted' || state !== 'submitted'

export const workEventKinds = ['submission', 'decision', 'takeBack', 'withdrawal', 'revival'] as const
export type WorkEventKind = (typeof workEventKinds)[number]

/** States in which the team may edit. Editing never withdraws what was submitted. */
export const editableStates = ['draft', 'submitted', 'returned'] as const satisfies readonly WorkState[]

export const isEditableState = (state: WorkState): boolean => (editableStates as readonly string[]).includes(state)

/** `waiting`: those that wait for the formal check first, then the latest. */
export const workSorts = ['waiting', '-submittedAt', 'submittedAt', 'number', '-number'] as const
export type WorkSort = (typeof workSorts)[number]

/** What organisers look at first, and filter works by. `blocking`, `warning`: the worst finding of its files. */
export const workMarks = ['blocking', 'warning', 'leak', 'missing', 'late', 'changed'] as const

/** What a leak could reveal about a team. `link`: what an address leads to cannot be checked. */
export const leakKinds = ['name', 'school', 'email', 'phone', 'team', 'link'] as const
export type LeakKind = (typeof leakKinds)[number]

/** What organisers say about a leak. `fine`: it reveals nobody. `redacted`: experts get a redacted copy. */
export const redactionDecisions = ['confirmed', 'refused'] as const
export type RedactionDecision = (typeof redactionDecisions)[number]

/** The most characters of the reason for a copy that replaces what experts are judging. */
export const maxRedactionReason = 300

export const leakJudgements = ['open', 'fine', 'redacted'] as const
export type LeakJudgement = (typeof leakJudgements)[number]

/** Where the public keys of receipts are published, beside their endpoint. It never changes: receipts name it. */
export const signingKeysPath = '/.well-known/lectern-signing-keys.json'

/** Whether the SHA-256 of a file is that of its content. `waiting`: a browser has computed it, and nobody has read the content. */
export const confirmations = ['confirmed', 'waiting', 'different'] as const
export type Confirmation = (typeof confirmations)[number]
