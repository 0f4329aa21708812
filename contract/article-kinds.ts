/** Dated texts: each kind has its own list; all are read at the same address. */
export const articleKinds = ['news', 'journal', 'science', 'training', 'periodical', 'other'] as const
export type ArticleKind = (typeof articleKinds)[number]
