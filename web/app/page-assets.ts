import type { Locale } from '@lectern/contract/locales.ts'
import type { Manifest } from '@lectern/contract/site.ts'
import { isOfficePage, isPersonalPage } from './load-page.ts'
import { areasOf } from './messages.ts'
import type { PageAssets } from './site-state.ts'

const base = '/user/dist/'

const closure = (manifest: Manifest, roots: string[]): string[] => {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name) || !manifest[name]) return
    seen.add(name)
    manifest[name].imports?.forEach(visit)
  }
  roots.forEach(visit)
  return [...seen]
}

const messagesModule = (manifest: Manifest, area: string, locale: Locale): string =>
  Object.keys(manifest).find((name) => name.endsWith(`virtual:messages/${area}/${locale}`)) ?? ''

const collectAssets = (manifest: Manifest, page: string, locale: Locale): PageAssets => {
  const entry = 'entry-browser.tsx'
  const messages = ['site', ...areasOf(page)].map((area) => messagesModule(manifest, area, locale))
  const lists = [
    ...(isOfficePage(page) ? ['office-routes.ts', 'app/office/office-pages.ts'] : []),
    ...(isPersonalPage(page) ? ['app/personal-pages.ts'] : []),
  ]
  const modules = closure(manifest, [entry, ...messages, ...lists, `pages/${page}.tsx`])
  const files = modules.map((name) => manifest[name]!)
  return {
    boot: `${base}${manifest['app/boot.ts']!.file}`,
    entry: `${base}${manifest[entry]!.file}`,
    styles: [...new Set(files.flatMap(({ css = [] }) => css))].map((file) => `${base}${file}`),
    preloads: files.map(({ file }) => `${base}${file}`),
  }
}

const collected = new WeakMap<Manifest, Map<string, PageAssets>>()

/** All files that a page needs, so that the browser can load them in parallel. The same for every visitor. */
export const pageAssets = (manifest: Manifest, page: string, locale: Locale): PageAssets => {
  const known = collected.get(manifest) ?? new Map<string, PageAssets>()
  collected.set(manifest, known)
  const key = `${page} ${locale}`
  const assets = known.get(key) ?? collectAssets(manifest, page, locale)
  known.set(key, assets)
  return assets
}
