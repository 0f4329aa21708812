import type { LocalizedText } from '@lectern/contract/localized.ts'
import { usualParts } from '@lectern/contract/works/default-parts.ts'
import type { WorkPart, WorkRules } from '@lectern/contract/works/work-rules.ts'
import {
  cleanableTypes,
  isFilePart,
  limitsOfKind,
  maxFileMegabytes,
  partTypes,
  usualRules,
  type Codec,
  type PartKind,
  type PartLimits,
} from '@lectern/contract/works/work-values.ts'
import { withoutBlanks } from '../../admin-ui/without-blanks.ts'
import { readDuration, writeDuration } from '../../../ui/duration.ts'
import { newKey } from './question.ts'

/** Limits as they are typed: lengths are text. */
export interface LimitFields {
  minSeconds?: string
  maxSeconds?: string
  minLongSide?: number | null
  minShortSide?: number | null
  codecs?: Codec[]
  maxKbps?: number | null
  maxPages?: number | null
  maxCharacters?: number | null
}

/** A part as the form holds it: whatever its kind was before, nothing typed is lost while it is open. */
export interface PartFields {
  id: string
  label: LocalizedText
  help: LocalizedText
  kind: PartKind
  required: boolean
  minFiles: number | null
  maxFiles: number | null
  /** Of the types of its kind; empty: all. */
  types: string[]
  maxMegabytes: number | null
  limits: LimitFields
  forExperts: boolean
  forPublic: boolean
}

export interface DeclarationFields {
  id: string
  text: LocalizedText
}

export interface RulesFields {
  parts: PartFields[]
  declarations: DeclarationFields[]
  blind: boolean
  maxTotalMegabytes: number | null
  uploadMinutes: number | null
}

const limitFieldsOf = ({ minSeconds, maxSeconds, codecs, ...rest }: PartLimits): LimitFields =>
  withoutBlanks({
    ...rest,
    ...(codecs && { codecs: [...codecs] }),
    ...(minSeconds !== undefined && { minSeconds: writeDuration(minSeconds) }),
    ...(maxSeconds !== undefined && { maxSeconds: writeDuration(maxSeconds) }),
  } as LimitFields)

export const rulesFieldsOf = (rules: WorkRules | undefined): RulesFields => {
  const { parts, ...rest } = rules ?? usualRules
  return { ...rest, parts: parts.map((part: WorkPart) => ({ ...part, limits: limitFieldsOf(part.limits) })) }
}

export const newPart = (): PartFields => ({
  id: newKey(),
  label: {},
  help: {},
  kind: 'video',
  required: true,
  minFiles: 1,
  maxFiles: 1,
  types: [],
  maxMegabytes: maxFileMegabytes,
  limits: {},
  forExperts: true,
  forPublic: false,
})

/** A lesson video, its plan and its slides. */
export const templateParts = (): PartFields[] =>
  usualParts.map(({ limits, ...part }) => ({
    ...newPart(),
    ...part,
    limits: limitFieldsOf(limits),
    forPublic: part.kind === 'video',
  }))

export const newDeclaration = (): DeclarationFields => ({ id: newKey(), text: {} })

/** The types that files of this kind may have; in a blind review experts see only what can be cleaned. */
export const usableTypes = (
  { kind, forExperts }: Pick<PartFields, 'kind' | 'forExperts'>,
  blind: boolean,
): string[] => {
  const types = isFilePart(kind) ? Object.keys(partTypes[kind]) : []
  return blind && forExperts ? types.filter((type) => cleanableTypes.has(type)) : types
}

/** Of those, the ones that this part accepts. */
export const chosenTypes = (part: Pick<PartFields, 'kind' | 'forExperts' | 'types'>, blind: boolean): string[] => {
  const usable = usableTypes(part, blind)
  const ofKind = isFilePart(part.kind) ? Object.keys(partTypes[part.kind]) : []
  const chosen = part.types.filter((type) => ofKind.includes(type))
  return chosen.length > 0 ? usable.filter((type) => chosen.includes(type)) : usable
}

/** How files of a type are known: MP4, PDF. */
export const typeName = (type: string): string => {
  const endings = Object.values(partTypes).flatMap((types) => Object.entries(types))
  return (endings.find(([name]) => name === type)?.[1][0] ?? type).toUpperCase()
}

const limitOf = (name: keyof PartLimits, { limits }: PartFields): unknown => {
  const value = limits[name]
  if (name === 'minSeconds' || name === 'maxSeconds') return readDuration(limits[name] ?? '')
  return Array.isArray(value) && value.length === 0 ? undefined : (value ?? undefined)
}

/** What is sent: of types and limits only those of its kind. */
export const partOf = (part: PartFields): WorkPart => {
  const { kind, types, minFiles, maxFiles, maxMegabytes, ...rest } = part
  const ofKind = isFilePart(kind) ? Object.keys(partTypes[kind]) : []
  const limits = limitsOfKind[kind].map((name) => [name, limitOf(name, part)])
  return withoutBlanks({
    ...rest,
    kind,
    minFiles: ofKind.length > 0 ? (minFiles ?? 1) : 1,
    maxFiles: ofKind.length > 0 ? (maxFiles ?? 1) : 1,
    types: types.filter((type) => ofKind.includes(type)),
    maxMegabytes: maxMegabytes ?? maxFileMegabytes,
    limits: Object.fromEntries(limits) as PartLimits,
  }) as WorkPart
}

export const rulesOf = ({ parts, ...rest }: RulesFields): WorkRules =>
  // A number that was left empty is told by the server, at its field.
  withoutBlanks({ ...rest, parts: parts.map(partOf) }) as WorkRules
