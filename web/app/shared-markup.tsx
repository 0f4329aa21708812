import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { SiteSettings } from '@lectern/contract/settings/settings.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import { isCurrent } from '../router/link.tsx'
import { routes } from '../routes.tsx'
import type { RenderShared } from '../ui/shared-markup.tsx'
import { provide, type AppProps } from './app.tsx'

const menuPaths = routes
  .flatMap((route) => [route, ...(route.children ?? [])])
  .filter(({ menu }) => menu !== undefined)
  .map(({ path }) => path)

interface Markup {
  /** Pages that are not in the menus. */
  empty: string
  pieces: Map<string, Uint8Array>
}

/** New settings are a new object, so that what was rendered with the old ones is dropped. */
const markupBySettings = new WeakMap<SiteSettings, Markup>()

/** What was rendered with another menu is dropped, too. */
const markupFor = ({ settings, emptyPages }: SiteFacts): Map<string, Uint8Array> => {
  const empty = emptyPages.join(' ')
  const cached = markupBySettings.get(settings)
  if (cached?.empty === empty) return cached.pieces
  const pieces = new Map<string, Uint8Array>()
  markupBySettings.set(settings, { empty, pieces })
  return pieces
}

const encoder = new TextEncoder()

/** Nothing else on a page can look like one: all other comments are removed or escaped. */
const markOf = (index: number): string => `<!--shared ${index}-->`
const mark = /<!--shared (\d+)-->/

/**
 * Renders what pages share. There are as many copies as languages, menu entries and, of heads, pages: about a thousand,
 * with 2 MB. They are kept as bytes, because encoding them again for each page took an eighth of its time.
 */
export const shareMarkup = (app: Omit<AppProps, 'toasts'>) => {
  const { facts, locale, place } = app.state
  const markup = markupFor(facts)
  const current = menuPaths.filter((path) => isCurrent(place.pathname, path))
  const page = [facts.routerBase, locale, ...current].join(' ')
  const used: Uint8Array[] = []
  const find = (name: string, content: ReactNode): Uint8Array => {
    const key = `${name} ${page}`
    const cached = markup.get(key)
    if (cached) return cached
    const bytes = encoder.encode(renderToString(provide(app, content)))
    markup.set(key, bytes)
    return bytes
  }
  const render: RenderShared = (name, content) => markOf(used.push(find(name, content)) - 1)
  const bytesAt = (index: number): Uint8Array => {
    const bytes = used[index]
    if (!bytes) throw new Error(`The page has a mark ${index} that it did not make`)
    return bytes
  }
  /** The rendered document with shared content in place of its marks. */
  const fill = (html: string): (string | Uint8Array)[] =>
    html.split(mark).map((piece, index) => (index % 2 === 0 ? piece : bytesAt(Number(piece))))
  return { render, fill }
}
