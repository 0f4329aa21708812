import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Locale } from '@lectern/contract/locales.ts'
import { defaultSettings, type SiteSettings } from '@lectern/contract/settings/settings.ts'
import { ComparePdf } from '../features/certificates/components/compare-pdf.tsx'
import { createRouter } from '../router/router.ts'
import { SharedMarkupProvider } from '../ui/shared-markup.tsx'
import { createToasts } from '../ui/toast-store.ts'
import { App } from './app.tsx'
import { createLanguage } from './language.ts'
import { PageHead } from './page-head.tsx'
import { createSession } from './session-store.ts'
import { shareMarkup } from './shared-markup.tsx'

const never = () => Promise.reject(new Error('nothing is loaded here'))

const Page = () => (
  <>
    <PageHead title="A page" path="/here" />
    <ComparePdf client={never} onFound={() => undefined} onCompared={() => undefined} />
  </>
)

/** Every text is its id. */
const texts = new Proxy<Record<string, string>>({}, { get: (_, id: string) => id })

interface Shown {
  locale?: Locale
  settings?: SiteSettings
  pathname: string
  file: string
  routerBase?: string
}

const siteOf = ({ locale = 'zh-CN', settings = defaultSettings, pathname, file, routerBase = '/' }: Shown) => {
  const facts = {
    settings,
    channels: [],
    demo: true,
    signInProviders: [],
    routerBase,
    origin: '',
    version: '',
    build: '',
    emptyPages: [],
  }
  // What looks like a mark of shared content is only text.
  const place = { pathname, search: '?code=<!--shared 0-->' }
  const assets = { boot: '/boot.js', entry: '/entry.js', styles: [`/${file}.css`], preloads: [`/${file}.js`] }
  const screen = { kind: 'missing', Component: Page } as const
  const options = { routes: [], missing: '', base: routerBase, client: never, loadModule: never }
  return {
    state: { locale, facts, place, assets, data: undefined, failed: false },
    language: createLanguage(locale, texts, settings.timeZone),
    client: never,
    router: createRouter(options, { place, screen }),
    session: createSession(never),
  }
}
type Site = ReturnType<typeof siteOf>

/** React puts the elements of a head in another order if some of them are shared. */
const documentOf = (html: string) => {
  const [head = '', body = ''] = html.split('</head>')
  return { head: head.split(/(?=<)/).toSorted(), body }
}

const renderWhole = (site: Site) => documentOf(renderToString(<App {...site} toasts={createToasts()} />))

const renderShared = (site: Site) => {
  const shared = shareMarkup(site)
  const html = renderToString(
    <SharedMarkupProvider value={shared.render}>
      <App {...site} toasts={createToasts()} />
    </SharedMarkupProvider>,
  )
  const pieces = shared.fill(html).map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece)))
  return documentOf(pieces.join(''))
}

const pages: Shown[] = [
  { pathname: '/', file: 'home' },
  { pathname: '/Certificate/LT2025-KC-0000145', file: 'verification' },
  { pathname: '/News', file: 'news' },
  // Another page of the same menu entry.
  { pathname: '/News/7', file: 'article' },
  { locale: 'en-US', pathname: '/Certificate', file: 'verification' },
  // What the pages before have rendered is used again.
  { locale: 'en-US', pathname: '/certificate/LT2025-PW-000006V', file: 'verification' },
  { pathname: '/', file: 'home' },
  { pathname: '/', file: 'home', routerBase: '/contest' },
]

it.each(['top', 'side'] as const)('renders the same as without sharing, with the menu at the %s', (layout) => {
  const settings = { ...defaultSettings, layout }
  for (const page of pages) {
    const site = siteOf({ ...page, settings })
    expect(renderShared(site)).toEqual(renderWhole(site))
  }
})

it('renders shared content once', () => {
  const settings = { ...defaultSettings }
  const [one, other] = ['/News/1', '/News/2'].map((pathname) => siteOf({ settings, pathname, file: 'article' }))
  const bytesOf = (site: Site) => {
    const shared = shareMarkup(site)
    return shared.fill(shared.render('thing', <p>{site.state.place.pathname}</p>))[1]
  }
  expect(bytesOf(other!)).toBe(bytesOf(one!))
})

it('drops what was rendered with other settings', () => {
  const bodyWith = (icp: string) =>
    renderShared(siteOf({ settings: { ...defaultSettings, icp }, pathname: '/', file: 'home' })).body
  expect(bodyWith('A-1')).toContain('A-1')
  expect(bodyWith('B-2')).toContain('B-2')
})

it('does not take the text of a page for a mark', () => {
  const { fill } = shareMarkup(siteOf({ pathname: '/', file: 'home' }))
  expect(() => fill('<p><!--shared 5--></p>')).toThrow('mark 5')
})
