import type { MessageId } from '@lectern/messages/message-id.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RouterProvider } from '../../router/router-context.tsx'
import { createRouter } from '../../router/router.ts'
import { createIntl, IntlProvider } from '../../ui/intl.tsx'
import { MenuList } from './menu.tsx'

const Nothing = () => null
const never = () => Promise.reject(new Error('nothing is loaded here'))

const router = createRouter(
  { routes: [], missing: '', base: '/', client: never, loadModule: never },
  { place: { pathname: '/', search: '' }, screen: { kind: 'missing', Component: Nothing } },
)

const entries = [
  { path: '/a', label: 'a' as MessageId, icon: 'page' as const, children: [] },
  {
    path: '/b',
    label: 'b' as MessageId,
    icon: 'page' as const,
    children: [{ path: '/b/c', label: 'c' as MessageId, icon: 'page' as const, children: [] }],
  },
]

const render = (nested: boolean): string => {
  const html = renderToStaticMarkup(
    <IntlProvider value={createIntl({ locale: 'en-US', messages: { a: 'A', b: 'B', c: 'C' } })}>
      <RouterProvider value={router}>
        <MenuList className={undefined} entries={entries} nested={nested} />
      </RouterProvider>
    </IntlProvider>,
  )
  return html.replaceAll(/ class="[^"]*"/g, '')
}

it('shows child pages as a nested list', () => {
  expect(render(true)).toBe(
    '<ul><li><a href="/a">A</a></li><li><a href="/b">B</a><ul><li><a href="/b/c">C</a></li></ul></li></ul>',
  )
})

it('shows one level if it is not nested', () => {
  expect(render(false)).toBe('<ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul>')
})
