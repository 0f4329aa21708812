import type { ProbedMedia } from '../media/probe.ts'
import { codecNames, isFilePart, partTypes, type Codec, type PartKind, type PartLimits } from './work-values.ts'

/** What can be wrong with a file of a work. The blocking ones keep it from being submitted; the others are told. */
export const findingCodes = {
  empty: 'blocking',
  tooLarge: 'blocking',
  wrongType: 'blocking',
  otherContent: 'blocking',
  infected: 'blocking',
  cut: 'blocking',
  tooManyPieces: 'blocking',
  unknownLength: 'warning',
  unreadable: 'blocking',
  tooCostly: 'blocking',
  encrypted: 'blocking',
  tooShort: 'blocking',
  tooLong: 'blocking',
  tooSmall: 'blocking',
  noPicture: 'blocking',
  wrongCodec: 'blocking',
  mayNotPlay: 'warning',
  seldomPlayedProfile: 'warning',
  tooManyKbps: 'blocking',
  tooManyPages: 'blocking',
  tooManyEntries: 'blocking',
  unpacksTooLarge: 'blocking',
  wrongSizes: 'blocking',
  archiveInArchive: 'blocking',
  hiddenArchive: 'warning',
  uncleanable: 'blocking',
  mediaNotCopied: 'blocking',
  linkedMedia: 'blocking',
  objectsNotCopied: 'blocking',
  objectsAsPictures: 'warning',
  commentsNotCopied: 'warning',
  linksNotCopied: 'warning',
  croppedPictures: 'warning',
  notShownAsPages: 'warning',
} as const satisfies Record<string, 'blocking' | 'warning'>
export type FindingCode = keyof typeof findingCodes

export interface Finding {
  code: FindingCode
  /** For the message: numbers, and names that are the same in every language. */
  values: Readonly<Record<string, string | number>>
}

export const isBlocking = ({ code }: Finding): boolean => findingCodes[code] === 'blocking'

/** What the copy for experts in a blind review cannot contain, or contains without showing it. `type`: of a picture, film or sound, such as `WMV`. */
export type CopyLoss =
  | { kind: 'links' | 'comments' | 'objectsAsPictures' | 'objects' | 'linkedMedia' | 'croppedPictures' }
  | { kind: 'media'; type: string }

/** What looking into a file told. What is absent was not looked for. */
export interface FileFacts {
  size: number
  /** null: none that is known. */
  type: string | null
  media?: ProbedMedia | undefined
  width?: number | undefined
  height?: number | undefined
  pages?: number | undefined
  /** The name of a file in an archive that is an archive itself, and does not say so. */
  hiddenArchive?: string | undefined
  losses?: readonly CopyLoss[] | undefined
  /** No copy could be made that does not tell who made the file. */
  isUncleanable?: boolean | undefined
  /** Slides that experts cannot be shown as pages: nothing here can draw them. */
  isWithoutPages?: boolean | undefined
  /** The content is not what the browser has computed the SHA-256 of. */
  isOtherContent?: boolean | undefined
  /** A scanner has found malware in it. */
  isInfected?: boolean | undefined
  /** Found while reading it. */
  fault?: Extract<
    FindingCode,
    | 'cut'
    | 'unreadable'
    | 'tooCostly'
    | 'encrypted'
    | 'tooManyEntries'
    | 'unpacksTooLarge'
    | 'wrongSizes'
    | 'archiveInArchive'
  >
}

/** What a part asks of its files. */
export interface FileRules {
  kind: PartKind
  maxBytes: number
  limits: PartLimits
  /** Of the types of its kind; empty: all. */
  types: readonly string[]
  /** Absent: experts do not see it. */
  isForExperts?: boolean
  /** Experts get copies that do not tell who made them. Absent: no. */
  isBlind?: boolean
}

/** Browsers of many phones and offices do not play these. */
const seldomPlayed: ReadonlySet<string> = new Set(['hevc', 'av1'])

/** H.264 for cameras and editors, by the number of the profile: browsers decode 8 bits and 4:2:0 alone. */
const seldomPlayedProfiles: Readonly<Record<string, string>> = {
  '6e': 'H.264 High 10',
  '7a': 'H.264 High 4:2:2',
  f4: 'H.264 High 4:4:4',
  '2c': 'H.264 CAVLC 4:4:4',
}

const seldomPlayedProfile = (profile = ''): string | undefined =>
  seldomPlayedProfiles[/^avc[13]\.([\da-f]{2})/i.exec(profile)?.[1]?.toLowerCase() ?? '']

const codecName = (codec: string | null): string => codecNames[codec as Codec] ?? codec ?? '?'

const isAccepted = ({ kind, types }: FileRules, type: string | null): boolean =>
  isFilePart(kind) && type !== null && type in partTypes[kind] && (types.length === 0 || types.includes(type))

/** How names of files end that the part accepts: `MP4 / MOV`. */
const endingsOf = ({ kind, types }: FileRules): string => {
  if (!isFilePart(kind)) return ''
  const typesByExtension: Readonly<Record<string, readonly string[]>> = partTypes[kind]
  const accepted = types.length > 0 ? types : Object.keys(typesByExtension)
  return accepted.map((type) => typesByExtension[type]?.[0]?.toUpperCase() ?? type).join(' / ')
}

function* checkLength({ limits }: FileRules, seconds: number): Generator<Finding> {
  // A film that is cut to ten minutes may end within the second after.
  const whole = Math.floor(seconds)
  if (limits.minSeconds !== undefined && whole < limits.minSeconds)
    yield { code: 'tooShort', values: { seconds: whole, min: limits.minSeconds } }
  if (limits.maxSeconds !== undefined && whole > limits.maxSeconds)
    yield { code: 'tooLong', values: { seconds: whole, max: limits.maxSeconds } }
}

function* checkSides({ limits }: FileRules, width: number, height: number): Generator<Finding> {
  const { minLongSide: long = 0, minShortSide: short = 0 } = limits
  if (Math.max(width, height) < long || Math.min(width, height) < short)
    yield { code: 'tooSmall', values: { width, height, minWidth: long, minHeight: short } }
}

function* checkMedia(rules: FileRules, media: ProbedMedia): Generator<Finding> {
  if ('fault' in media) {
    yield { code: media.fault, values: {} }
    return
  }
  const { limits, kind } = rules
  const { seconds, width, height, videoCodec, videoProfile, kbps } = media.facts
  if (seconds === null) yield { code: 'unknownLength', values: {} }
  else yield* checkLength(rules, seconds)
  if (limits.maxKbps !== undefined && kbps !== null && kbps > limits.maxKbps)
    yield { code: 'tooManyKbps', values: { kbps, max: limits.maxKbps } }
  if (kind !== 'video') return
  if (width === null || height === null) {
    yield { code: 'noPicture', values: {} }
    return
  }
  yield* checkSides(rules, width, height)
  const codec = codecName(videoCodec)
  if (limits.codecs && limits.codecs.length > 0 && !limits.codecs.includes(videoCodec as Codec))
    yield { code: 'wrongCodec', values: { codec, allowed: limits.codecs.map(codecName).join(' / ') } }
  else if (videoCodec === null || seldomPlayed.has(videoCodec)) yield { code: 'mayNotPlay', values: { codec } }
  const profile = seldomPlayedProfile(videoProfile)
  if (profile !== undefined) yield { code: 'seldomPlayedProfile', values: { profile } }
}

const lossCodes = {
  objects: 'objectsNotCopied',
  linkedMedia: 'linkedMedia',
  objectsAsPictures: 'objectsAsPictures',
  comments: 'commentsNotCopied',
  links: 'linksNotCopied',
  croppedPictures: 'croppedPictures',
} as const satisfies Record<string, FindingCode>

function* checkCopy({ losses = [], isUncleanable }: FileFacts): Generator<Finding> {
  if (isUncleanable) yield { code: 'uncleanable', values: {} }
  const types = losses.flatMap((loss) => (loss.kind === 'media' ? [loss.type] : []))
  if (types.length > 0) yield { code: 'mediaNotCopied', values: { types: [...new Set(types)].join(' / ') } }
  const kinds = new Set(losses.map(({ kind }) => kind))
  for (const [kind, code] of Object.entries(lossCodes))
    if (kinds.has(kind as keyof typeof lossCodes)) yield { code, values: {} }
}

/** What is wrong with a file, by the rules of its part: asked in the browser before the upload, and on the server after it. */
export const findingsOf = (rules: FileRules, facts: FileFacts): Finding[] => {
  if (facts.size === 0) return [{ code: 'empty', values: {} }]
  const findings: Finding[] = []
  if (facts.size > rules.maxBytes)
    findings.push({ code: 'tooLarge', values: { bytes: facts.size, max: rules.maxBytes } })
  if (facts.isOtherContent) findings.push({ code: 'otherContent', values: {} })
  if (facts.isInfected) return [...findings, { code: 'infected', values: {} }]
  if (facts.fault) return [...findings, { code: facts.fault, values: {} }]
  if (!isAccepted(rules, facts.type)) return [...findings, { code: 'wrongType', values: { allowed: endingsOf(rules) } }]
  if (facts.media) findings.push(...checkMedia(rules, facts.media))
  if (facts.width !== undefined && facts.height !== undefined)
    findings.push(...checkSides(rules, facts.width, facts.height))
  if (facts.hiddenArchive !== undefined) findings.push({ code: 'hiddenArchive', values: { name: facts.hiddenArchive } })
  const { maxPages } = rules.limits
  if (maxPages !== undefined && facts.pages !== undefined && facts.pages > maxPages)
    findings.push({ code: 'tooManyPages', values: { pages: facts.pages, max: maxPages } })
  if (rules.isBlind) findings.push(...checkCopy(facts))
  // Whoever may not hand in a PDF can do nothing about it.
  if (rules.isForExperts && facts.isWithoutPages && isAccepted(rules, 'application/pdf'))
    findings.push({ code: 'notShownAsPages', values: {} })
  return findings
}
