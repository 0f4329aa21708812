import { useSyncExternalStore } from 'react'

// Choices of the reader, stored in local storage. The boot script sets them on the root element before the first paint,
// and styles depend on that element.

/** Light, dark, or as the system is set. */
export type Style = 'system' | 'light' | 'dark'

const keep = (key: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage may be blocked; then the choice lasts as long as the page.
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

/** The current choice. The server renders the same for everybody, so it uses the default. */
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
