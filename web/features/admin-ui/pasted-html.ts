const isListItem = (element: Element): boolean => /^Mso(List|ListParagraph)/i.test(element.className)

/** Word writes lists as paragraphs that start with their bullet or number as text. */
const markOf = (paragraph: Element): Element | undefined =>
  [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''))

const isNumber = (mark: string): boolean => /^[(（]?[\p{N}a-z]{1,4}[.、)）]/iu.test(mark.trim())

const gatherLists = (page: Document): void => {
  let list: Element | undefined
  for (const paragraph of page.querySelectorAll('p')) {
    const mark = isListItem(paragraph) ? markOf(paragraph) : undefined
    if (!mark) continue
    const name = isNumber(mark.textContent) ? 'ol' : 'ul'
    const before = paragraph.previousElementSibling
    if (list === undefined || before !== list || list.localName !== name) {
      list = page.createElement(name)
      paragraph.before(list)
    }
    mark.remove()
    const item = page.createElement('li')
    item.append(...paragraph.childNodes)
    list.append(item)
    paragraph.remove()
  }
}

const lowerHeadings = (page: Document): void => {
  // The page title is the only h1.
  for (const heading of page.querySelectorAll('h1')) {
    const lower = page.createElement('h2')
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

/** Cleans HTML from other programs. The editor's schema removes the rest. */
export const cleanPastedHtml = (html: string): string => {
  const page = new DOMParser().parseFromString(html.replaceAll(/<!--\[if[\s\S]*?<!\[endif\]-->/g, ''), 'text/html')
  for (const element of page.querySelectorAll('style, script, meta, link, title, xml, o\\:p')) element.remove()
  gatherLists(page)
  lowerHeadings(page)
  for (const element of page.querySelectorAll('p')) {
    const isBlank = element.textContent.trim() === '' && !element.querySelector('img, br')
    if (isBlank && !element.closest('li, td, th')) element.remove()
  }
  return page.body.innerHTML
}
