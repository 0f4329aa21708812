import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RouterProvider } from '../router/router-context.tsx'
import { createRouter } from '../router/router.ts'
import { Tabs } from './tabs.tsx'

const Nothing = () => null
const never = () => Promise.reject(new Error('nothing is loaded here'))

const router = createRouter(
  { routes: [], missing: '', base: '/', client: never, loadModule: never },
  { place: { pathname: '/', search: '' }, screen: { kind: 'missing', Component: Nothing } },
)

const tabs = [
  { to: '/settings', label: 'Basic' },
  { to: '/settings?part=security', label: 'Security' },
]

it('gives each tab an address, and marks the current one', () => {
  const html = renderToStaticMarkup(
    <RouterProvider value={router}>
      <Tabs label="Settings" current="/settings?part=security" tabs={tabs} />
    </RouterProvider>,
  )
  expect(html.replaceAll(/ class="[^"]*"/g, '')).toBe(
    '<nav aria-label="Settings"><ul><li><a href="/settings">Basic</a></li>' +
      '<li><a aria-current="page" href="/settings?part=security">Security</a></li></ul></nav>',
  )
})
