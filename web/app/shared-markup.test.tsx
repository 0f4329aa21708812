import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Locale } from '@lectern/contract/locales.ts'
import { defaultSettings, type SiteSettings } from '@lectern/contract/settings.ts'
import { createRouter } from '../router/router.ts'
import { SharedMarkupProvider } from '../ui/shared-markup.tsx'
import { createToasts } from '../ui/toast-store.ts'
import { App } from './app.tsx'
import { createLanguage } from './language.ts'
import { createSession } from './session-store.ts'
import { shareMarkup } from './shared-markup.tsx'

const never = () => Promise.reject(new Error('nothing is loaded here'))
const Nothing = () => null

/** Every text is its id. */
const texts = new Proxy<Record<string, string>>({}, { get: (_, id: string) => id })

const siteOf = (locale: Locale, settings: SiteSettings, pathname: string) => {
  const facts = { settings, channels: [], demo: true, routerBase: '/', origin: '', version: '', build: '' }
  // What looks like a mark of shared content is only text.
  const place = { pathname, search: '?code=<!--shared 0-->' }
  const assets = { boot: '/boot.js', entry: '/entry.js', styles: [], preloads: [] }
  const shown = { kind: 'missing', Component: Nothing } as const
  const options = { routes: [], missing: '', base: '/', client: never, loadModule: never }
  return {
    state: { locale, facts, place, assets, data: undefined, failed: false },
    language: createLanguage(locale, texts, settings.timeZone),
    client: never,
    router: createRouter(options, { place, shown }),
    session: createSession(never),
  }
}
type Site = ReturnType<typeof siteOf>

const renderWhole = (site: Site): string => renderToString(<App {...site} toasts={createToasts()} />)

const renderShared = (site: Site): string => {
  const shared = shareMarkup(site)
  const html = renderToString(
    <SharedMarkupProvider value={shared.render}>
      <App {...site} toasts={createToasts()} />
    </SharedMarkupProvider>,
  )
  const pieces = shared.fill(html).map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece)))
  return pieces.join('')
}

const pages = [
  ['zh-CN', '/'],
  ['zh-CN', '/Certificate/LT2025-KC-0000145'],
  ['zh-CN', '/News'],
  ['en-US', '/Certificate'],
  // What the pages before have rendered is used again.
  ['en-US', '/certificate/LT2025-PW-000006V'],
  ['zh-CN', '/'],
] as const

it.each(['top', 'side'] as const)('renders the same as without sharing, with the menu at the %s', (layout) => {
  const settings = { ...defaultSettings, layout }
  for (const [locale, path] of pages) {
    const site = siteOf(locale, settings, path)
    expect(renderShared(site)).toBe(renderWhole(site))
  }
})

it('drops what was rendered with other settings', () => {
  const before = siteOf('en-US', { ...defaultSettings, icp: 'A-1' }, '/')
  const after = siteOf('en-US', { ...defaultSettings, icp: 'B-2' }, '/')
  expect(renderShared(before)).toContain('A-1')
  expect(renderShared(after)).toContain('B-2')
})
