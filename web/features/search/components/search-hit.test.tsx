import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SearchHit as Hit } from '@lectern/contract/search/search.ts'
import { RouterProvider } from '../../../router/router-context.tsx'
import { createRouter } from '../../../router/router.ts'
import { createIntl, IntlProvider } from '../../../ui/intl.tsx'
import { SearchHit } from './search-hit.tsx'

const Nothing = () => null
const never = () => Promise.reject(new Error('nothing is loaded here'))
const router = createRouter(
  { routes: [], missing: '', base: '/', client: never, loadModule: never },
  { place: { pathname: '/Search', search: '' }, screen: { kind: 'missing', Component: Nothing } },
)
const messages = {
  'search.kind.article': 'Article',
  'search.kind.page': 'Page',
  'menu.rules': 'Rules',
  'shownIn.zh-CN': 'In Chinese',
}

const pieces = (text: string) => [{ text, found: false }]
const article: Hit = {
  kind: 'article',
  path: '/News/a',
  title: pieces('Rules'),
  titleLocale: 'en-US',
  excerpt: pieces('…'),
  locale: 'en-US',
  publishedAt: null,
}

/** The hit without its markup. */
const shown = (hit: Partial<Hit>): string =>
  renderToStaticMarkup(
    <IntlProvider value={createIntl({ locale: 'en-US', messages })}>
      <RouterProvider value={router}>
        <SearchHit hit={{ ...article, ...hit }} />
      </RouterProvider>
    </IntlProvider>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

it('tells the language of the page that opens, and beside the excerpt that of the excerpt if it is another one', () => {
  expect(shown({})).toBe('Article Rules …')
  expect(shown({ locale: 'zh-CN' })).toBe('Article Rules In Chinese …')
  expect(shown({ titleLocale: 'zh-CN', locale: 'zh-CN' })).toBe('Article In Chinese Rules …')
  expect(shown({ kind: 'page', path: '/Rules', title: [], locale: 'zh-CN' })).toBe('Page Rules In Chinese …')
})
