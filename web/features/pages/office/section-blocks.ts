import { pageBlocks, type PageName, type SectionType } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'

/** Addresses are case-insensitive. */
const plain = (block: string): string => block.trim().toLowerCase()

const form = /^[A-Z][A-Za-z0-9]{0,30}$/

type BlockProblem = 'form' | 'taken'

/** The problem with a section's block; same rules as on the server. */
export const blockProblem = (
  sections: readonly Pick<WrittenSection, 'id' | 'block'>[],
  { id, block }: Pick<WrittenSection, 'id' | 'block'>,
): BlockProblem | undefined => {
  if (!form.test(block.trim())) return 'form'
  const others = sections.filter((other) => other.id !== id && form.test(other.block.trim()))
  return others.some((other) => plain(other.block) === plain(block)) ? 'taken' : undefined
}

type Blocks = readonly Pick<WrittenSection, 'block'>[]

/** Blocks with a known address that none of these sections has. */
export const absentBlocks = (page: PageName, sections: Blocks): string[] => {
  const present = new Set(sections.map(({ block }) => plain(block)))
  return pageBlocks[page].filter((block) => !present.has(plain(block)))
}

/** The block of a new section: a known address that is free, or one named after its type. */
export const freeBlock = (page: PageName, type: SectionType, sections: Blocks): string => {
  const [absent] = absentBlocks(page, sections)
  if (absent) return absent
  const taken = new Set(sections.map(({ block }) => plain(block)))
  const name = type[0]!.toUpperCase() + type.slice(1)
  const numbers = Array.from({ length: sections.length + 1 }, (_, position) => `${name}${position + 1}`)
  return numbers.find((block) => !taken.has(plain(block)))!
}
