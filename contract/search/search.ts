import { z } from 'zod'
import { search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { searchKinds } from './search-kinds.ts'

/** A text in pieces; `found` marks the matches. */
const pieces = z.array(z.object({ text: z.string(), found: z.boolean() }))
export type Pieces = z.infer<typeof pieces>

const searchHit = z.object({
  kind: z.enum(searchKinds),
  /** A path of this site. */
  path: z.string(),
  /** Empty for a page: the client knows its name. */
  title: pieces,
  excerpt: pieces,
  /** The reader's language if the title has it. */
  titleLocale: z.enum(locales),
  /** Language of the excerpt, in which the match was found. */
  locale: z.enum(locales),
  /** Only for dated content. */
  publishedAt: z.iso.datetime().nullable(),
})
export type SearchHit = z.infer<typeof searchHit>

export const searchSite = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Searches all public content, the best match first',
  query: pageQuery.extend({ q: search.min(1), kind: z.enum(searchKinds).optional() }),
  answer: pageOf(searchHit),
})
