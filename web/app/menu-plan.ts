import type { MenuEntry } from './access.ts'

/** Pages that stand together in the menu under one label. */
export interface MenuGroup {
  label: string
  entries: MenuEntry[]
}

/** What stands in the menu, in its order: the paths of pages, and of groups of them. */
export type MenuPlan = readonly (string | { label: string; paths: readonly string[] })[]

export const isGroup = (item: MenuEntry | MenuGroup): item is MenuGroup => 'entries' in item

/**
 * The menu as it is planned. Pages that the plan names stand where it names them, also those below other pages; a group of one is that
 * one; pages that it does not name come last.
 */
export const arrangeMenu = (entries: readonly MenuEntry[], plan: MenuPlan): (MenuEntry | MenuGroup)[] => {
  const named = new Set(plan.flatMap((item) => (typeof item === 'string' ? [item] : item.paths)))
  const isNamed = ({ path }: MenuEntry): boolean => named.has(path)
  const known = entries.flatMap((entry) => [
    { ...entry, children: entry.children.filter((child) => !isNamed(child)) },
    ...entry.children.filter(isNamed),
  ])
  const find = (path: string): MenuEntry[] => known.filter((entry) => entry.path === path)
  const planned = plan.flatMap((item): (MenuEntry | MenuGroup)[] => {
    if (typeof item === 'string') return find(item)
    const inside = item.paths.flatMap(find)
    return inside.length > 1 ? [{ label: item.label, entries: inside }] : inside
  })
  return [...planned, ...known.filter((entry) => !isNamed(entry))]
}
