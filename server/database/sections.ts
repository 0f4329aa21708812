import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { blankOf, sectionShapes, type SectionType, type Shape } from '@lectern/contract/pages/section-shapes.ts'
import { writtenSection, type WrittenSection } from '@lectern/contract/pages/sections.ts'
import { z } from 'zod'

/** A section as in a file: without an id; missing fields are empty. */
interface Listed {
  block: string
  type: SectionType
  visible?: boolean
  content: Record<string, unknown>
}

const complete = (shape: Shape, content: Record<string, unknown>): Record<string, unknown> => ({
  ...blankOf(shape),
  ...Object.fromEntries(
    Object.entries(content).map(([field, value]) => {
      const kind = shape[field]
      if (typeof kind !== 'object' || 'choice' in kind) return [field, value]
      return [field, (value as Record<string, unknown>[]).map((item) => complete(kind[0], item))]
    }),
  ),
})

const wholeSection = ({ block, type, visible = true, content }: Listed): object => ({
  id: randomUUID(),
  block,
  type,
  visible,
  content: complete(sectionShapes[type], content),
})

/** The sections of a page from a file, validated like those of organisers; `fill` may change them before. */
export const readSections = async (
  file: string,
  fill: (content: unknown) => unknown = (content) => content,
): Promise<WrittenSection[]> => {
  const listed = fill(JSON.parse(await readFile(file, 'utf8'))) as Listed[]
  const { data, error } = z.array(writtenSection).safeParse(listed.map(wholeSection))
  if (!data) throw new Error(`${file} holds no sections as they are written: ${z.prettifyError(error)}`)
  return data
}
