import { pictureAt, pictureFormats, pictureSet, plainPictureUrl } from '@lectern/contract/files/file-addresses.ts'
import { linkAddress } from '@lectern/contract/pages/link-addresses.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import sanitizeHtml from 'sanitize-html'
import { t } from './messages.ts'

const inline = ['br', 'strong', 'em', 'u', 's', 'sub', 'sup', 'a', 'code']
const blocks = ['h2', 'h3', 'h4', 'p', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'img']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td']

const whole = (text: string | undefined, most: number): string | undefined =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most ? text : undefined

const span = (name: string, text: string | undefined): Record<string, string> => {
  const count = whole(text, 100)
  return count === undefined || count === '1' ? {} : { [name]: count }
}

const cell: sanitizeHtml.Transformer = (tagName, { scope, colspan, rowspan }) => ({
  tagName,
  attribs: {
    ...(tagName === 'th' && (scope === 'col' || scope === 'row') && { scope }),
    ...span('colspan', colspan),
    ...span('rowspan', rowspan),
  },
})

/** An anchor of the same text. */
const chapterAddress = /^#s-[\p{L}\p{M}\p{N}-]+$/u

const options: sanitizeHtml.IOptions = {
  allowedTags: [...inline, ...blocks, ...tables],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    ol: ['start'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    img: ['src', 'alt', 'width', 'height'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    // Links that leave the site pass on neither ranking nor referrer.
    a: (tagName, { href = '', title }) => ({
      tagName,
      attribs: {
        ...((linkAddress.test(href) || chapterAddress.test(href)) && { href }),
        ...(title && { title }),
        ...(/^https?:/i.test(href) && { rel: 'noopener noreferrer nofollow' }),
      },
    }),
    th: cell,
    td: cell,
    // Always written the same way, so that it is found again.
    img: (tagName, { src = '', alt = '', width, height }) => ({
      tagName,
      attribs: {
        src,
        alt,
        ...(whole(width, 100_000) && whole(height, 100_000) && { width: width!, height: height! }),
      },
    }),
  },
  // Pictures of this site only: one from elsewhere would reveal who reads here.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && pictureAt(attribs['src'] ?? '') === undefined,
}

const tableTag = /<(\/?)(table|thead|tbody|tr|th|td)(?: [a-z]+="[^"]*")*>/g

/** A nested table would fit no screen: its text stays in the outer cell. */
const flattened = (html: string): string => {
  let depth = 0
  return html.replaceAll(tableTag, (tag, closing: string, name: string) => {
    if (name !== 'table') return depth > 1 ? '' : tag
    depth += closing ? -1 : 1
    return depth + (closing ? 1 : 0) > 1 ? '' : tag
  })
}

/** Sets the scope of header cells: columns in a row of headers only, otherwise the row. */
const scoped = (html: string): string =>
  html.replaceAll(/<tr>(.*?)<\/tr>/gs, (row, cells: string) => {
    const scope = cells.includes('<td') ? 'row' : 'col'
    return row.replaceAll(/<th(?! scope=)(?=[ >])/g, `<th scope="${scope}"`)
  })

/** No real text nests its tags this deep; parsing time is quadratic in the depth. */
const deepest = 1_000

const anyTag = /<(\/?)([a-z][a-z\d]*)/gi
const standingAlone = new Set(['br', 'hr', 'img'])

/**
 * An upper bound of the nesting depth that the parser will find: only a closing tag with an earlier opening one
 * counts.
 */
const isTooDeep = (html: string): boolean => {
  const open = new Map<string, number>()
  let depth = 0
  for (const [, closing, name] of html.matchAll(anyTag)) {
    const tag = name!.toLowerCase()
    const count = open.get(tag) ?? 0
    if (standingAlone.has(tag) || (closing && count === 0)) continue
    const step = closing ? -1 : 1
    open.set(tag, count + step)
    depth += step
    if (depth > deepest) return true
  }
  return false
}

/**
 * Reduces HTML to what an article may contain, both on input and on output. Too deeply nested input is shown as
 * typed.
 */
export const safeHtml = (html: string): string =>
  scoped(flattened(sanitizeHtml(isTooDeep(html) ? html.replaceAll('<', '&lt;') : html, options)))

/** For the width of a text column. */
const sizes = '(max-width: 48rem) 100vw, 45rem'

const picture = (img: string, src: string, alt: string, width?: string, height?: string): string => {
  const id = pictureAt(src)!
  if (width === undefined) return img
  const sources = pictureFormats.map(
    (format) => `<source type="image/${format}" srcset="${pictureSet(id, Number(width), format)}" sizes="${sizes}" />`,
  )
  const tag = `<img src="${plainPictureUrl(id, Number(width))}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async" />`
  return `<picture>${sources.join('')}${tag}</picture>`
}

/** More columns than this do not fit a phone. */
const fittingColumns = 4

const columnsOf = (table: string): number =>
  Math.max(0, ...table.split('</tr>').map((row) => row.match(/<t[hd][ >]/g)?.length ?? 0))

/** HTML for readers: sanitized again, responsive pictures, wide tables in a scrolling frame. */
export const shownHtml = (html: string, locale: Locale): string =>
  safeHtml(html)
    .replaceAll(/<img src="([^"]*)" alt="([^"]*)"(?: width="(\d+)" height="(\d+)")? \/>/g, picture)
    .replaceAll(/<table>.*?<\/table>/gs, (table) =>
      columnsOf(table) > fittingColumns
        ? `<div class="scrolled" role="region" aria-label="${t(locale, 'prose.table')}" tabindex="0">${table}</div>`
        : table,
    )

/** Sanitizes every language before it is stored; empty languages are dropped. */
export const cleanHtml = (text: LocalizedText): LocalizedText =>
  Object.fromEntries(
    Object.entries(text)
      .map(([locale, html]) => [locale, safeHtml(html).trim()])
      .filter(([, html]) => html),
  )
