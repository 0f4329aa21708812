import { z } from 'zod'
import { localizedLine, localizedLines, needed } from '../localized-fields.ts'
import {
  cleanableTypes,
  codecs,
  isFilePart,
  limitsOfKind,
  maxDeclarations,
  maxFileMegabytes,
  maxFilesPerPart,
  maxParts,
  maxTextCharacters,
  maxTotalMegabytes,
  maxUploadMinutes,
  partKinds,
  partTypes,
  usualRules,
} from './work-values.ts'

/** Never changes: files and texts are stored under it. */
const key = z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/)

const count = (most: number) => z.int().min(1).max(most).optional()

const limits = z.strictObject({
  minSeconds: count(86_400),
  maxSeconds: count(86_400),
  minLongSide: count(16_384),
  minShortSide: count(16_384),
  codecs: z.array(z.enum(codecs)).max(codecs.length).optional(),
  maxKbps: count(1_000_000),
  maxPages: count(10_000),
  maxCharacters: count(maxTextCharacters),
})

/** One thing that an activity asks for. */
export const workPart = z
  .strictObject({
    id: key,
    label: needed(localizedLine(200)),
    help: localizedLines(1_000),
    kind: z.enum(partKinds),
    required: z.boolean(),
    minFiles: z.int().min(1).max(maxFilesPerPart).default(1),
    maxFiles: z.int().min(1).max(maxFilesPerPart).default(1),
    /** Of the types of its kind; empty: all. */
    types: z.array(z.string().max(200)).max(10).default([]),
    maxMegabytes: z.int().min(1).max(maxFileMegabytes).default(maxFileMegabytes),
    limits: limits.default({}),
    /** Experts see it in the review. */
    forExperts: z.boolean().default(true),
    /** Visitors see it once the work is awarded. */
    forPublic: z.boolean().default(false),
  })
  .check(({ value, issues }) => {
    const refuse = (...path: string[]): void =>
      void issues.push({ code: 'custom', path, input: value, message: 'validation.format' })
    if (value.minFiles > value.maxFiles) refuse('maxFiles')
    const { minSeconds = 0, maxSeconds = Infinity } = value.limits
    if (minSeconds > maxSeconds) refuse('limits', 'maxSeconds')
    const allowed: readonly string[] = limitsOfKind[value.kind]
    for (const [name, limit] of Object.entries(value.limits))
      if (limit !== undefined && !allowed.includes(name)) refuse('limits', name)
    const types = isFilePart(value.kind) ? Object.keys(partTypes[value.kind]) : []
    if (value.types.some((type) => !types.includes(type))) refuse('types')
  })
export type WorkPart = z.infer<typeof workPart>

const declaration = z.strictObject({ id: key, text: needed(localizedLines(2_000)) })
export type Declaration = z.infer<typeof declaration>

const hasRepeated = (list: readonly { id: string }[]): boolean => new Set(list.map(({ id }) => id)).size < list.length

/** What teams hand in for an activity. No parts: nothing. */
export const workRules = z
  .strictObject({
    parts: z.array(workPart).max(maxParts),
    declarations: z.array(declaration).max(maxDeclarations),
    /** Experts do not learn who made a work. */
    blind: z.boolean(),
    maxTotalMegabytes: z.int().min(1).max(maxTotalMegabytes),
    /** An upload that was started before the end counts if it finishes within this time after it. */
    uploadMinutes: z.int().min(0).max(maxUploadMinutes),
  })
  .check(({ value, issues }) => {
    const refuse = (...path: (string | number)[]): void =>
      void issues.push({ code: 'custom', path, input: value, message: 'validation.format' })
    if (hasRepeated(value.parts)) refuse('parts')
    if (hasRepeated(value.declarations)) refuse('declarations')
    if (!value.blind) return
    for (const [position, part] of value.parts.entries())
      if (part.forExperts && isFilePart(part.kind) && !cleanTypesOf(part).length) refuse('parts', position, 'types')
  })
  .default(usualRules)
export type WorkRules = z.infer<typeof workRules>

/** The types that a part accepts. In a blind review experts see only files that can be cleaned. */
export const acceptedTypes = (part: Pick<WorkPart, 'kind' | 'types' | 'forExperts'>, blind: boolean): string[] => {
  if (!isFilePart(part.kind)) return []
  const types = part.types.length > 0 ? part.types : Object.keys(partTypes[part.kind])
  return blind && part.forExperts ? types.filter((type) => cleanableTypes.has(type)) : [...types]
}

const cleanTypesOf = (part: WorkPart): string[] => acceptedTypes(part, true)
