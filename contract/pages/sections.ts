import { z } from 'zod'
import { line as plainLine } from '../accounts/account-fields.ts'
import type { Picture } from '../files/files.ts'
import { fileId, type FileId } from '../ids.ts'
import { link, localizedLine, localizedLines } from '../localized-fields.ts'
import type { LocalizedText } from '../localized.ts'
import {
  pageNames,
  sectionShapes,
  sectionTypes,
  type FieldKind,
  type SectionType,
  type Shape,
} from './section-shapes.ts'

type Values<Text, Image> = {
  line: Text
  lines: Text
  html: Text
  plain: string
  link: string
  picture: Image | null
  flag: boolean
  count: number
}

type Filled<S extends Shape, Text, Image> = {
  -readonly [Field in keyof S]: S[Field] extends FieldKind
    ? Values<Text, Image>[S[Field]]
    : S[Field] extends readonly [infer Item extends Shape]
      ? Filled<Item, Text, Image>[]
      : S[Field] extends { readonly choice: readonly (infer Choice)[] }
        ? Choice
        : never
}

/** Content of a section as it is stored in all languages, and as visitors read it in one. */
export type WrittenContent<T extends SectionType = SectionType> = Filled<
  (typeof sectionShapes)[T],
  LocalizedText,
  FileId
>
export type ShownContent<T extends SectionType = SectionType> = Filled<(typeof sectionShapes)[T], string, Picture>

const maxItems = 60

const schemaOf = (shape: Shape, kinds: Record<FieldKind, z.ZodType>): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape).map(([field, kind]) => {
        if (typeof kind === 'string') return [field, kinds[kind]]
        if ('choice' in kind) return [field, z.enum(kind.choice as [string, ...string[]])]
        return [field, z.array(schemaOf(kind[0], kinds)).max(maxItems)]
      }),
    ),
  )

const writtenKinds: Record<FieldKind, z.ZodType> = {
  line: localizedLine(200),
  lines: localizedLines(2_000),
  html: localizedLines(60_000),
  plain: z.union([z.literal(''), plainLine(200)]),
  link: z.union([z.literal(''), link]),
  picture: fileId.nullable(),
  flag: z.boolean(),
  count: z.int().min(1).max(30),
}

const block = z.string().regex(/^[A-Z][A-Za-z0-9]{0,30}$/)

interface SectionOf<T extends SectionType, Content> {
  /** Does not change when the section is moved or edited. */
  id: string
  /** Last part of its own address; unique within a page. */
  block: string
  type: T
  visible: boolean
  content: Content
}

export type WrittenSection = { [T in SectionType]: SectionOf<T, WrittenContent<T>> }[SectionType]

/** A section as organisers edit it. */
export const writtenSection = z.discriminatedUnion(
  'type',
  sectionTypes.map((type) =>
    z.strictObject({
      id: z.uuid(),
      block,
      type: z.literal(type),
      visible: z.boolean(),
      content: schemaOf(sectionShapes[type], writtenKinds),
    }),
  ) as unknown as [z.ZodObject<{ type: z.ZodLiteral<SectionType> }>],
) as unknown as z.ZodType<WrittenSection>

export const pageName = z.enum(pageNames)
