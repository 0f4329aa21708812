import type { MessageId } from '@lectern/messages/message-id.ts'
import type { MenuEntry } from './access.ts'
import type { MenuIconName } from './shell/menu-icons.tsx'

/** A page in the menu. */
export interface MenuItem extends MenuEntry {
  icon: MenuIconName
  children: MenuItem[]
}

/** Pages under one label in the menu. */
export interface MenuGroup {
  label: MessageId
  entries: MenuItem[]
}

interface PlannedPage {
  path: string
  icon: MenuIconName
}

/** Pages and groups of pages in the order of the menu. */
export type MenuPlan = readonly (PlannedPage | { label: MessageId; pages: readonly PlannedPage[] })[]

export const isGroup = (item: MenuItem | MenuGroup): item is MenuGroup => 'entries' in item

/**
 * Arranges the menu by the plan. Planned child pages are moved out of their parents. A group of one page becomes that
 * page. Pages that are not in the plan come last.
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
  const drawn = entries.flatMap((entry) => [entry, ...entry.children.filter(isPlanned)]).map(draw)
  const find = ({ path }: PlannedPage): MenuItem[] => drawn.filter((item) => item.path === path)
  const arranged = plan.flatMap((item): (MenuItem | MenuGroup)[] => {
    if (!('pages' in item)) return find(item)
    const inside = item.pages.flatMap(find)
    return inside.length > 1 ? [{ label: item.label, entries: inside }] : inside
  })
  return [...arranged, ...drawn.filter((item) => !isPlanned(item))]
}
