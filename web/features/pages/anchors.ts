import type { ShownSection } from '@lectern/contract/pages/pages.ts'

export interface Anchor {
  id: string
  text: string
}

const heading = /<h2>(.*?)<\/h2>/gs

const plainOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()

/** Adds anchors to the headings of sanitised HTML, and lists them. */
export const anchored = (html: string, block: string): { html: string; anchors: Anchor[] } => {
  const anchors: Anchor[] = []
  const text = html.replaceAll(heading, (_, inner: string) => {
    const id = `${block}-${anchors.length + 1}`
    anchors.push({ id, text: plainOf(inner) })
    return `<h2 id="${id}">${inner}</h2>`
  })
  return { html: text, anchors }
}

export interface Chapter extends Anchor {
  inside: Anchor[]
}

const insideOf = (section: ShownSection): Anchor[] => {
  const { block } = section
  if (section.type === 'richText') return anchored(section.content.text, block).anchors
  if (section.type !== 'activityRules') return []
  const list = section.data.list.filter(({ rules }) => rules)
  return list.map(({ name }, position) => ({ id: `${block}-${position + 1}`, text: name }))
}

/** The table of contents of a page: titled sections with their chapters. */
export const contentsOf = (sections: readonly ShownSection[]): Chapter[] =>
  sections.flatMap((section) => {
    const text = 'title' in section.content ? section.content.title : ''
    return text ? [{ id: section.block, text, inside: insideOf(section) }] : []
  })
