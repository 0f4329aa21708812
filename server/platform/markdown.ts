import type { Locale } from '@lectern/contract/locales.ts'
import { shownHtml } from './safe-html.ts'

/** Loaded when first needed: most responses are cached. */
const openLibrary = async (breaks = false) => {
  const { default: MarkdownIt } = await import('markdown-it')
  return new MarkdownIt({ html: false, linkify: false, breaks })
}

/** A text, and the language it is written in. */
interface Source {
  text: string
  locale: Locale
}

export const renderMarkdown = async ({ text, locale }: Source): Promise<string> =>
  shownHtml((await openLibrary()).render(text), locale)

/** The same for letters: a line break is kept. */
export const renderLetter = async ({ text, locale }: Source): Promise<string> =>
  shownHtml((await openLibrary(true)).render(text), locale)

/** Escapes a name or a number for use in Markdown. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/[\\`*_{}[\]()<>#+\-=!|~&:.]/g, String.raw`\$&`)

interface Chapter {
  /** The anchor of the heading. */
  id: string
  level: number
  text: string
}

type Library = Awaited<ReturnType<typeof openLibrary>>
type Token = ReturnType<Library['parse']>[number]

const textOf = ({ children }: Token): string =>
  (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
    .trim()

/** Letters and digits of any script. The prefix avoids collisions with ids of the page itself. */
const slugOf = (text: string): string =>
  `s-${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)}`

const highest = 2
const lowest = 4

/** Headings start below the title of the page, whatever level the text starts with. */
const placeHeadings = (tokens: Token[]): Chapter[] => {
  const levelOf = ({ tag }: Token): number => Number(tag.slice(1))
  const marks = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const top = Math.min(...marks.map(levelOf))
  for (const mark of marks) mark.tag = `h${Math.min(lowest, levelOf(mark) - top + highest)}`
  const taken = new Map<string, number>()
  return tokens.flatMap((token, position) => {
    if (token.type !== 'heading_open') return []
    const text = textOf(tokens[position + 1]!)
    const slug = slugOf(text)
    const times = (taken.get(slug) ?? 0) + 1
    taken.set(slug, times)
    return [{ id: times === 1 ? slug : `${slug}--${times}`, level: levelOf(token), text }]
  })
}

/** Links to a heading of the same text, in any common spelling, point to its anchor. */
const pointLinks = (library: Library, tokens: readonly Token[], headings: readonly Chapter[]): void => {
  const ids = new Set(headings.map(({ id }) => id))
  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
  for (const link of links) {
    const href = String(link.attrGet('href'))
    const id = href.startsWith('#') && slugOf(library.normalizeLinkText(href))
    if (id && ids.has(id)) link.attrSet('href', `#${id}`)
  }
}

/**
 * Renders a text with anchors on its headings. Anchors are added after sanitizing: no other heading can occur there,
 * because HTML in the source is escaped.
 */
export const renderChapters = async ({ text, locale }: Source): Promise<{ html: string; headings: Chapter[] }> => {
  const library = await openLibrary()
  const tokens = library.parse(text, {})
  const headings = placeHeadings(tokens)
  pointLinks(library, tokens, headings)
  const plain = shownHtml(library.renderer.render(tokens, library.options, {}), locale)
  let opened = 0
  let closed = 0
  const html = plain
    .replaceAll(/<h([234])>/g, (_, level: string) => {
      opened += 1
      return `<h${level} id="${headings[opened - 1]!.id}">`
    })
    .replaceAll(/<\/h([234])>/g, (_, level: string) => {
      closed += 1
      // Hidden from keyboard and screen readers: the table of contents has the same links.
      return ` <a href="#${headings[closed - 1]!.id}" aria-hidden="true" tabindex="-1">#</a></h${level}>`
    })
  return { html, headings: headings.filter((heading) => heading.text !== '') }
}
