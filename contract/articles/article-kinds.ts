/** Kinds of articles. Each kind has its own list; all articles share one URL pattern. */
export const articleKinds = ['news', 'journal', 'science', 'training', 'periodical', 'other'] as const
export type ArticleKind = (typeof articleKinds)[number]
