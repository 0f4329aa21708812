import sanitizeHtml from 'sanitize-html'

const inline = ['br', 'strong', 'em', 'u', 's', 'sub', 'sup', 'a', 'code']
const blocks = ['h2', 'h3', 'h4', 'p', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td']

const options: sanitizeHtml.IOptions = {
  allowedTags: [...inline, ...blocks, ...tables],
  allowedAttributes: { a: ['href', 'title', 'rel'], th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    // A link that leaves the site vouches for nothing and says nothing about where the reader came from.
    a: (tagName, { href = '', title }) => ({
      tagName,
      attribs: {
        href,
        ...(title && { title }),
        ...(/^https?:/i.test(href) && { rel: 'noopener noreferrer nofollow' }),
      },
    }),
  },
}

/** Reduces HTML to what an article may contain, whatever was stored. */
export const safeHtml = (html: string): string => sanitizeHtml(html, options)
