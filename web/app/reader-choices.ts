import { useSyncExternalStore } from 'react'

// What a reader chose. The choice is kept in local storage; the boot script puts it on the root element before the
// first paint, and styles follow that element.

/** Light, dark, or whatever the system says. */
export type Style = 'system' | 'light' | 'dark'

const keep = (key: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
  }
}

const root = (): HTMLElement => document.documentElement

const listeners = new Set<() => void>()

const announce = (): void => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A choice as it now is; the server, which renders for everybody, assumes that nobody has chosen. */
export const useReaderChoice = <Choice>(read: () => Choice, unchosen: Choice): Choice =>
  useSyncExternalStore(subscribe, read, () => unchosen)

export const readStyle = (): Style => (root().dataset.theme as Style | undefined) ?? 'system'

export const writeStyle = (style: Style): void => {
  if (style === 'system') delete root().dataset.theme
  else root().dataset.theme = style
  keep('lectern.style', style === 'system' ? undefined : style)
  announce()
}

export const readColorWeak = (): boolean => root().hasAttribute('data-weak')

export const writeColorWeak = (weak: boolean): void => {
  root().toggleAttribute('data-weak', weak)
  keep('lectern.colorWeak', weak ? '1' : '0')
  announce()
}

export const readSideCollapsed = (): boolean => root().hasAttribute('data-side-collapsed')

export const writeSideCollapsed = (collapsed: boolean): void => {
  root().toggleAttribute('data-side-collapsed', collapsed)
  keep('lectern.sideCollapsed', collapsed ? '1' : undefined)
  announce()
}
