import type { MessageId } from '@lectern/messages/message-id.ts'
import type { MenuEntry } from './access.ts'
import type { MenuIconName } from './shell/menu-icons.tsx'

/** A page in the menu. */
export interface MenuItem extends MenuEntry {
  icon: MenuIconName
  children: MenuItem[]
}

/** Pages that stand together in the menu under one label. */
export interface MenuGroup {
  label: MessageId
  entries: MenuItem[]
}

interface PlannedPage {
  path: string
  icon: MenuIconName
}

/** What stands in the menu, in its order: pages, and groups of them. */
export type MenuPlan = readonly (PlannedPage | { label: MessageId; pages: readonly PlannedPage[] })[]

export const isGroup = (item: MenuItem | MenuGroup): item is MenuGroup => 'entries' in item

/**
 * The menu as it is planned. Pages that the plan names stand where it names them, also those below other pages; a group of one is that
 * one; pages that it does not name come last.
 */
export const arrangeMenu = (entries: readonly MenuEntry[], plan: MenuPlan): (MenuItem | MenuGroup)[] => {
  const planned = new Map(
    plan.flatMap((item) => ('pages' in item ? item.pages : [item])).map((page) => [page.path, page]),
  )
  const isPlanned = ({ path }: MenuEntry): boolean => planned.has(path)
  const draw = (entry: MenuEntry): MenuItem => ({
    ...entry,
    icon: planned.get(entry.path)?.icon ?? 'page',
    children: entry.children.filter((child) => !isPlanned(child)).map(draw),
  })
  const known = entries.flatMap((entry) => [entry, ...entry.children.filter(isPlanned)]).map(draw)
  const find = ({ path }: PlannedPage): MenuItem[] => known.filter((item) => item.path === path)
  const arranged = plan.flatMap((item): (MenuItem | MenuGroup)[] => {
    if (!('pages' in item)) return find(item)
    const inside = item.pages.flatMap(find)
    return inside.length > 1 ? [{ label: item.label, entries: inside }] : inside
  })
  return [...arranged, ...known.filter((item) => !isPlanned(item))]
}
