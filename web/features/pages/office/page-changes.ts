import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { isSame } from './section-content.ts'

export interface PageChanges {
  added: WrittenSection[]
  removed: WrittenSection[]
  changed: WrittenSection[]
  /** The remaining sections are in another order. */
  reordered: boolean
}

/** What changes for visitors, who do not see hidden sections. */
export const changesForVisitors = (
  published: readonly WrittenSection[],
  draft: readonly WrittenSection[],
): PageChanges => {
  const [before, after] = [published, draft].map((sections) => sections.filter(({ visible }) => visible)) as [
    WrittenSection[],
    WrittenSection[],
  ]
  const former = new Map(before.map((section) => [section.id, section]))
  const latter = new Map(after.map((section) => [section.id, section]))
  const stayed = before.filter(({ id }) => latter.has(id))
  return {
    added: after.filter(({ id }) => !former.has(id)),
    removed: before.filter(({ id }) => !latter.has(id)),
    changed: after.filter((section) => former.has(section.id) && !isSame(former.get(section.id)!, section)),
    reordered: after.filter(({ id }) => former.has(id)).some(({ id }, position) => id !== stayed[position]!.id),
  }
}
