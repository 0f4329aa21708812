import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Dialog } from './dialog.tsx'
import { createIntl, IntlProvider } from './intl.tsx'

const nothing = () => undefined

const render = (open: boolean, busy: boolean): string => {
  const html = renderToStaticMarkup(
    <IntlProvider value={createIntl({ locale: 'en-US', messages: { 'shell.close': 'Close' } })}>
      <Dialog open={open} busy={busy} title="Delete?" onClose={nothing}>
        <p>Really</p>
      </Dialog>
    </IntlProvider>,
  )
  return html.replaceAll(/ class="[^"]*"|<svg.*?<\/svg>/g, '').replaceAll(/"_[^"]*_"/g, '"id"')
}

it('renders nothing while it is closed', () => {
  expect(render(false, false)).toBe('<dialog aria-labelledby="id"></dialog>')
})

it('is named by its title and can be closed', () => {
  expect(render(true, false)).toBe(
    '<dialog aria-labelledby="id"><header><h2 id="id" tabindex="-1">Delete?</h2>' +
      '<button type="button" aria-label="Close"></button></header><p>Really</p></dialog>',
  )
})

it('cannot be closed while it is busy, and says so', () => {
  expect(render(true, true)).toBe(
    '<dialog aria-labelledby="id" aria-busy="true"><header><h2 id="id" tabindex="-1">Delete?</h2>' +
      '<button type="button" aria-label="Close" aria-disabled="true"></button></header><p>Really</p></dialog>',
  )
})
