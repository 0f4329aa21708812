import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createIntl, IntlProvider } from './intl.tsx'
import { createToasts } from './toast-store.ts'
import { Toasts } from './toasts.tsx'

it('are not part of the first rendering, which has to be the same as the document of the server', () => {
  const store = createToasts()
  store.show({ kind: 'error', title: 'Request error 401: /api/notices', text: 'no permission' })
  const html = renderToStaticMarkup(
    <IntlProvider value={createIntl({ locale: 'en-US', messages: { 'shell.close': 'Close' } })}>
      <Toasts store={store} />
    </IntlProvider>,
  )
  store.dismiss(store.list[0]!.id)
  expect(html.replace(/ class="[^"]*"/, '')).toBe(
    '<div popover="manual" role="status" aria-live="polite" aria-atomic="false"></div>',
  )
})
