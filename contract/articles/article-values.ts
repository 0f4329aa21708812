import type { ArticleKind } from './article-kinds.ts'

/** Max characters of each part, per language. */
export const articleLimits = { title: 200, summary: 500, body: 100_000, author: 100 } as const

/** Max attachments of one article. */
export const maxAttachments = 20

/** Sort orders of the organisers' list; a minus sign reverses one. */
export const articleSorts = ['-updatedAt', 'updatedAt', '-publishedAt', 'publishedAt'] as const
export type ArticleSort = (typeof articleSorts)[number]

/** The list page of each kind. */
export const articleHomes = {
  news: '/News',
  journal: '/Journal',
  science: '/Science',
  training: '/Trivia/Mate',
  periodical: '/Trivia/InterPeriodical',
  other: '/Trivia/Others',
} as const satisfies Record<ArticleKind, string>
