import type { ShownPage, ShownSection } from '@lectern/contract/pages/pages.ts'
import { sectionShapes, type Shape } from '@lectern/contract/pages/section-shapes.ts'
import type { Ctx } from '../../platform/context.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { isMessageId, t } from '../../platform/messages.ts'
import { xml } from '../../platform/xml.ts'

type Content = Readonly<Record<string, unknown>>

const lines = (text: string): string => xml`<p>${text}</p>`.replaceAll('\n', '<br>')

/** The text of a content in the order of its shape; titles one level below the one above. */
const wordsOf = (shape: Shape, content: Content, level: number): string =>
  Object.entries(shape)
    .map(([field, kind]) => {
      const value = content[field]
      if (value === '') return ''
      if (field === 'title' || field === 'question') return `<h${level}>${xml`${String(value)}`}</h${level}>`
      if (kind === 'line' || kind === 'lines' || kind === 'plain') return lines(String(value))
      if (kind === 'html') return String(value)
      if (typeof kind === 'string' || 'choice' in kind) return ''
      return (value as Content[]).map((item) => wordsOf(kind[0], item, level + 1)).join('\n')
    })
    .join('\n')

const rulesOf = (section: ShownSection): string =>
  section.type === 'activityRules'
    ? section.data.list
        .map(({ name, rules, locale }) => `<div lang="${locale}">${xml`<h3>${name}</h3>`}${rules}</div>`)
        .join('\n')
    : ''

const partOf = (section: ShownSection): string =>
  `<section lang="${section.locale}">\n${wordsOf(sectionShapes[section.type], section.content, 2)}\n${rulesOf(section)}\n</section>`

/** A page as a file to keep, send and print: its text without the site around it. */
export const pageFile = ({ locale }: Ctx, { name, sections }: ShownPage): FileAnswer => {
  const id = `page.${name}`
  const title = isMessageId(id) ? t(locale, id) : name
  const body = `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${xml`<title>${title}</title>`}
<style>body{max-width:46em;margin:2em auto;padding:0 1em;font:1rem/1.7 sans-serif}table{border-collapse:collapse}th,td{border:1px solid;padding:.3em .6em}</style></head>
<body>${xml`<h1>${title}</h1>`}
${sections.map(partOf).join('\n')}
</body></html>
`
  return { type: 'text/html; charset=utf-8', body: Buffer.from(body), name: `${title}.html` }
}
