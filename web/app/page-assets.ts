import type { Locale } from '@lectern/contract/locales.ts'
import type { Manifest } from '@lectern/contract/settings/site.ts'
import { areasOf, type Area } from '@lectern/messages/areas.ts'
import { isOfficePage, isPersonalPage } from './load-page.ts'
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

const messagesModule = (manifest: Manifest, area: Area, locale: Locale): string =>
  Object.keys(manifest).find((name) => name.endsWith(`virtual:messages/${area}/${locale}`)) ?? ''

const collectAssets = (manifest: Manifest, page: string, locale: Locale): PageAssets => {
  const entry = 'entry-browser.tsx'
  const areas = ['site', ...areasOf(page)] satisfies Area[]
  const messages = areas.map((area) => [area, messagesModule(manifest, area, locale)] as const)
  const lists = [
    ...(isOfficePage(page) ? ['office-routes.ts', 'app/office/office-pages.ts'] : []),
    ...(isPersonalPage(page) ? ['app/personal-pages.ts'] : []),
  ]
  const pageModule = `pages/${page}.tsx`
  const modules = closure(manifest, [entry, ...messages.map(([, name]) => name), ...lists, pageModule])
  const files = modules.map((name) => manifest[name]!)
  const urlOf = (name: string): string => `${base}${manifest[name]!.file}`
  return {
    boot: urlOf('app/boot.ts'),
    entry: urlOf(entry),
    styles: [...new Set(files.flatMap(({ css = [] }) => css))].map((file) => `${base}${file}`),
    preloads: files.map(({ file }) => `${base}${file}`),
    ...(manifest[pageModule] && {
      page: urlOf(pageModule),
      messages: Object.fromEntries(messages.map(([area, name]) => [area, urlOf(name)])),
    }),
  }
}

const collected = new WeakMap<Manifest, Map<string, PageAssets>>()

/** All files that a page needs, so that the browser can load them in parallel. The same for every visitor. */
export const pageAssets = (manifest: Manifest, page: string, locale: Locale): PageAssets => {
  const assetsByPage = collected.get(manifest) ?? new Map<string, PageAssets>()
  collected.set(manifest, assetsByPage)
  const key = `${page} ${locale}`
  const assets = assetsByPage.get(key) ?? collectAssets(manifest, page, locale)
  assetsByPage.set(key, assets)
  return assets
}
