import type { MessageId } from '@lectern/messages/message-id.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { parseMessages } from '../parse-messages.ts'
import { createIntl, FormattedMessage, IntlProvider } from './intl.tsx'

const own = (id: string) => id as MessageId

const texts = {
  plain: 'It’s here',
  quoted: "Braces '{so}' stay",
  count: '{count, plural, one {# team} other {# teams}} of {total, number}',
  rich: 'Read <link>the <b>rules</b></link>, {name}',
}

const speak = (locale: Locale = 'en-US') => {
  const problems: string[] = []
  const messages = parseMessages(texts)
  const intl = createIntl({ locale, messages, timeZone: 'Asia/Shanghai', onError: (problem) => problems.push(problem) })
  return { intl, problems }
}

it('only messages with placeholders are parsed at build time', () => {
  const { plain, quoted, count } = parseMessages(texts)
  expect([plain, quoted]).toEqual(['It’s here', 'Braces {so} stay'])
  expect(count).toBeInstanceOf(Array)
})

it('formats a message, with numbers in the format of the language', () => {
  const { intl } = speak()
  expect(intl.formatMessage({ id: own('plain') })).toBe('It’s here')
  expect(intl.formatMessage({ id: own('quoted') }, { so: 1 })).toBe('Braces {so} stay')
  expect(intl.formatMessage({ id: own('count') }, { count: 1, total: 12_000 })).toBe('1 team of 12,000')
  expect(speak('pt-BR').intl.formatMessage({ id: own('count') }, { count: 2, total: 12_000 })).toBe('2 teams of 12.000')
})

it('shows the id of a message that is missing or lacks a value, and reports it', () => {
  const { intl, problems } = speak()
  expect(intl.formatMessage({ id: own('none') })).toBe('none')
  expect(intl.formatMessage({ id: own('count') }, { count: 1 })).toBe('count')
  expect(problems).toEqual(['No text “none” in en-US', expect.stringContaining('Text “count” in en-US') as string])
})

it('a message can contain elements, in tags and as values', () => {
  const { intl, problems } = speak()
  const html = renderToStaticMarkup(
    <IntlProvider value={intl}>
      <FormattedMessage
        id={own('rich')}
        values={{
          name: <i>Wei</i>,
          link: (chunks) => <a href="/Rules">{chunks}</a>,
          b: (chunks) => <b>{chunks}</b>,
        }}
      />
    </IntlProvider>,
  )
  expect(html).toBe('Read <a href="/Rules">the <b>rules</b></a>, <i>Wei</i>')
  expect(problems).toEqual([])
})

it("dates are in the reader's time zone, unless another one is given", () => {
  const { intl } = speak()
  expect(intl.formatMoment('2026-05-01T16:30:00Z', 'time')).toBe('00:30')
  expect(intl.formatMoment('2026-05-01T16:30:00Z', 'time', 'UTC')).toBe('16:30')
})

it('lists are joined as the language does, also lists of elements', () => {
  const { intl } = speak()
  expect(intl.formatList(['a', 'b', 'c'])).toBe('a, b, c')
  expect(speak('zh-CN').intl.formatList(['甲', '乙'])).toBe('甲、乙')
  expect(renderToStaticMarkup(intl.formatRichList([<b key="a">a</b>, <b key="b">b</b>]))).toBe('<b>a</b>, <b>b</b>')
})
