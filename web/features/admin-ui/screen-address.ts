import type { ArticleKind } from '@lectern/contract/article-kinds.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { editPath } from '../articles/office/article-address.ts'

/** Pages of the office for one item. `variant`: the kind of an article, the edition of a phase, the activity of a list. */
const screens = {
  account: (id) => `/Admin/Member?id=${id}`,
  team: (id) => `/Admin/Team?team=${id}`,
  enrolment: (id) => `/Admin/Enrolment/${id}`,
  work: (id) => `/Admin/Work/${id}`,
  prizes: (id) => `/Admin/Result/${id}?tab=rules`,
  resultList: (id, variant) => `/Admin/Result/${variant}?list=${id}`,
  page: (id) => `/Admin/About?page=${id}`,
  activity: (id) => `/Admin/Activity/Edit?id=${id}`,
  edition: (id) => `/Admin/Phase?edition=${id}`,
  phase: (_id, variant) => `/Admin/Phase?edition=${variant}`,
  article: (id, variant) => editPath((variant ?? 'news') as ArticleKind, id as NewsId),
  material: (id) => `/Admin/Material/Edit?id=${id}`,
  banner: (id) => `/Admin/Banner/Edit?id=${id}`,
  expert: (id) => `/Admin/Expert/Edit?id=${id}`,
  partner: (id) => `/Admin/Partner/Edit?id=${id}`,
  case: (id) => `/Admin/Case/${id}`,
  message: (id) => `/Admin/Message/${id}`,
  announcement: (id) => `/Admin/Announcement/Edit?id=${id}`,
} as const satisfies Record<string, (id: string, variant: string | null) => string>
export type ScreenKind = keyof typeof screens

export const isScreenKind = (kind: string): kind is ScreenKind => Object.hasOwn(screens, kind)

export const screenAddress = (kind: ScreenKind, id: string, variant: string | null): string =>
  screens[kind](id, variant)
