import { z } from 'zod'
import { search } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { locales } from './locales.ts'
import { pageOf, pageQuery } from './paging.ts'
import { searchKinds } from './search-kinds.ts'

/** A text in pieces: those that were looked for stand out. */
const pieces = z.array(z.object({ text: z.string(), found: z.boolean() }))
export type Pieces = z.infer<typeof pieces>

const searchHit = z.object({
  kind: z.enum(searchKinds),
  /** A path of this site. */
  path: z.string(),
  /** Of a page: none, its name is known to the site. */
  title: pieces,
  excerpt: pieces,
  /** The reader's language, where the title exists in it. */
  titleLocale: z.enum(locales),
  /** The language of the excerpt: one in which it was found. */
  locale: z.enum(locales),
  /** Of what has a date. */
  publishedAt: z.iso.datetime().nullable(),
})
export type SearchHit = z.infer<typeof searchHit>

export const searchSite = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Finds everything that visitors may see, the best first',
  query: pageQuery.extend({ q: search.min(1), kind: z.enum(searchKinds).optional() }),
  answer: pageOf(searchHit),
})
