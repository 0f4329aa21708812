import { renderToString } from 'react-dom/server'
import type { SiteSettings } from '@lectern/contract/settings.ts'
import { isCurrent } from '../router/link.tsx'
import { routes } from '../routes.tsx'
import type { RenderShared } from '../ui/shared-markup.tsx'
import { provide, type AppProps } from './app.tsx'

const menuPaths = routes
  .flatMap((route) => [route, ...(route.children ?? [])])
  .filter(({ menu }) => menu !== undefined)
  .map(({ path }) => path)

/** New settings are a new object, so that what was rendered with the old ones is dropped. */
const known = new WeakMap<SiteSettings, Map<string, string>>()

const markupFor = (settings: SiteSettings): Map<string, string> => {
  const found = known.get(settings) ?? new Map<string, string>()
  known.set(settings, found)
  return found
}

/** Of all pages in all languages; far fewer are read often. */
const maxCopies = 500

/** Renders what pages share. There are as many copies as languages, menu entries and, of heads, pages. */
export const createRenderShared = (app: Omit<AppProps, 'toasts'>): RenderShared => {
  const { facts, locale, place } = app.state
  const markup = markupFor(facts.settings)
  const current = menuPaths.filter((path) => isCurrent(place.pathname, path))
  const page = [facts.routerBase, locale, ...current].join(' ')
  return (name, content) => {
    const key = `${name} ${page}`
    const found = markup.get(key)
    if (found !== undefined) return found
    const html = renderToString(provide(app, content))
    if (markup.size >= maxCopies) markup.clear()
    markup.set(key, html)
    return html
  }
}
