import type { LocalizedText } from '@lectern/contract/localized.ts'
import { locales } from '@lectern/contract/locales.ts'
import { sectionShapes, type Shape } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { isSame, tidy, withContent, type Content } from './section-content.ts'

/** Three-way merge of a value: what was typed wins over what another user has stored. */
const mergeValue = <Value>(was: Value, typed: Value, stored: Value): Value =>
  JSON.stringify(was) === JSON.stringify(typed) ? stored : typed

const mergeText = (was: LocalizedText, typed: LocalizedText, stored: LocalizedText): LocalizedText =>
  Object.fromEntries(
    locales.flatMap((locale) => {
      const text = mergeValue(was[locale], typed[locale], stored[locale])
      return text === undefined ? [] : [[locale, text]]
    }),
  )

/** Items have no ids: they are merged one by one if their number is the same, otherwise the list is one value. */
const mergeItems = (shape: Shape, was: Content[], typed: Content[], stored: Content[]): Content[] =>
  was.length === typed.length && was.length === stored.length
    ? was.map((item, position) => mergeContent(shape, item, typed[position]!, stored[position]!))
    : mergeValue(was, typed, stored)

const mergeContent = (shape: Shape, was: Content, typed: Content, stored: Content): Content =>
  Object.fromEntries(
    Object.entries(shape).map(([field, kind]) => {
      const values = [was[field], typed[field], stored[field]] as const
      if (kind === 'line' || kind === 'lines' || kind === 'html')
        return [field, mergeText(...(values as [LocalizedText, LocalizedText, LocalizedText]))]
      if (typeof kind === 'string' || 'choice' in kind) return [field, mergeValue(...values)]
      return [field, mergeItems(kind[0], ...(values as [Content[], Content[], Content[]]))]
    }),
  )

const mergeSection = (was: WrittenSection, typed: WrittenSection, stored: WrittenSection): WrittenSection => {
  const [before, mine, theirs] = [tidy(was), tidy(typed), tidy(stored)]
  return {
    ...withContent(stored, mergeContent(sectionShapes[stored.type], before.content, mine.content, theirs.content)),
    block: mergeValue(before.block, mine.block, theirs.block),
    visible: mergeValue(before.visible, mine.visible, theirs.visible),
  }
}

const idsOf = (sections: readonly WrittenSection[]): string[] => sections.map(({ id }) => id)

/** The ids in the order of a list; ids that it does not have are placed after their predecessor in the other list. */
const inOrder = (ids: ReadonlySet<string>, leading: readonly string[], other: readonly string[]): string[] => {
  const order = leading.filter((id) => ids.has(id))
  for (const [position, id] of other.entries()) {
    if (!ids.has(id) || order.includes(id)) continue
    const before = other.slice(0, position).findLast((candidate) => order.includes(candidate))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}

type Sections = readonly WrittenSection[]

/**
 * Merges what was typed into what another user has saved. A section that one side removed only disappears if the other
 * side has not changed it, so that no text is lost.
 */
export const mergeSections = (was: Sections, typed: Sections, stored: Sections): WrittenSection[] => {
  const find = (list: Sections, id: string): WrittenSection | undefined => list.find((section) => section.id === id)
  const merged = new Map<string, WrittenSection>()
  for (const id of new Set([...idsOf(typed), ...idsOf(stored)])) {
    const [before, mine, theirs] = [find(was, id), find(typed, id), find(stored, id)]
    if (mine && theirs) merged.set(id, before ? mergeSection(before, mine, theirs) : mine)
    else {
      const left = (mine ?? theirs)!
      // Removed on one side: gone, unless the other side has changed it since.
      if (!before || !isSame(before, left)) merged.set(id, left)
    }
  }
  const keys = new Set(merged.keys())
  const wasOrder = idsOf(was).filter((id) => find(typed, id))
  const isMoved = idsOf(typed)
    .filter((id) => find(was, id))
    .some((id, position) => id !== wasOrder[position])
  const order = isMoved ? inOrder(keys, idsOf(typed), idsOf(stored)) : inOrder(keys, idsOf(stored), idsOf(typed))
  return order.map((id) => merged.get(id)!)
}
