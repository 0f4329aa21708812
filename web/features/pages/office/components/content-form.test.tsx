import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import {
  blankOf,
  sectionShapes,
  sectionTypes,
  type SectionType,
  type Shape,
} from '@lectern/contract/pages/section-shapes.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { parseMessages } from '../../../../parse-messages.ts'
import { RouterProvider } from '../../../../router/router-context.tsx'
import { createRouter } from '../../../../router/router.ts'
import { createIntl, IntlProvider } from '../../../../ui/intl.tsx'
import type { Content } from '../section-content.ts'
import { ContentForm } from './content-form.tsx'

const never = () => Promise.reject(new Error('nothing is loaded here'))
const router = createRouter(
  { routes: [], missing: '', base: '/', client: never, loadModule: never },
  { place: { pathname: '/', search: '' }, screen: { kind: 'missing', Component: () => null } },
)

const read = (locale: Locale, file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../messages', locale, file), 'utf8')) as object
const messagesOf = (locale: Locale) =>
  Object.assign(
    {},
    ...['office-pages.json', 'content-materials.json', 'form-upload.json', 'office-text.json'].map((file) =>
      read(locale, file),
    ),
  ) as Record<string, string>

const render = (type: SectionType, content: Content, language: Locale = 'zh-CN', reader: Locale = 'en-US') => {
  const missing: string[] = []
  const messages = parseMessages(messagesOf(reader))
  const intl = createIntl({ locale: reader, messages, onError: (problem) => missing.push(problem) })
  const html = renderToStaticMarkup(
    <IntlProvider value={intl}>
      <RouterProvider value={router}>
        <ContentForm
          type={type}
          shape={sectionShapes[type]}
          content={content}
          path="id.content"
          language={language}
          problemAt={(path) => (path === 'id.content.items.0.href' ? 'Not a link' : undefined)}
          onChange={() => {}}
        />
      </RouterProvider>
    </IntlProvider>,
  )
  return { html, missing }
}

/** With one item in every list. */
const exampleOf = (shape: Shape): Content =>
  Object.fromEntries(
    Object.entries(blankOf(shape)).map(([field, value]) => {
      const kind = shape[field]!
      return [field, typeof kind === 'string' || 'choice' in kind ? value : [exampleOf(kind[0])]]
    }),
  )

it.each(sectionTypes)('the form of %s has all messages in every language of the office', (type) => {
  const missing = locales.flatMap((reader) => render(type, exampleOf(sectionShapes[type]), 'zh-CN', reader).missing)
  expect(missing).toEqual([])
})

it('every field has a label that is connected to it', () => {
  const { html } = render('cards', exampleOf(sectionShapes.cards))
  const labels = [...html.matchAll(/<label[^>]* for="([^"]+)"[^>]*>([^<]+)</g)].map(([, id, label]) => [id, label])
  expect(labels).toEqual([
    ['id.content.title.zh-CN', 'Title'],
    ['id.content.lead.zh-CN', 'Introduction'],
    ['id.content.items.0.title.zh-CN', 'Title'],
    ['id.content.items.0.text.zh-CN', 'Text'],
    ['id.content.items.0.href', 'Link'],
  ])
  for (const [id] of labels) expect(html).toMatch(new RegExp(`<(input|textarea)[^>]* id="${id}"`))
})

it('shows a problem at its field', () => {
  const { html } = render('cards', exampleOf(sectionShapes.cards))
  expect(html).toContain('<p id="id.content.items.0.href-problem"')
  expect(html).toMatch(/aria-describedby="id.content.items.0.href-problem"/)
})

it('one language is edited at a time, with the source visible', () => {
  const content = { title: { 'zh-CN': '新闻', 'en-US': 'News' }, most: 6 }
  const [source, translation] = [render('newsList', content), render('newsList', content, 'en-US')]
  expect([source.html.includes('value="新闻"'), source.html.includes('Source:')]).toEqual([true, false])
  expect([
    translation.html.includes('value="News"'),
    translation.html.includes('<span lang="zh-CN">新闻</span>'),
  ]).toEqual([true, true])
})
