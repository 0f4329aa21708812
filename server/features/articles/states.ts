/** The life of an article. A scheduled one is published by time alone: nothing has to run when it is due. */
export const articleMoves = {
  draft: ['scheduled', 'published', 'archived'],
  scheduled: ['draft', 'published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft'],
} as const satisfies Record<string, readonly string[]>

export type ArticleState = keyof typeof articleMoves

/** States in which an article is seen by visitors once its time has come. */
export const listedStates = ['published', 'scheduled'] as const satisfies readonly ArticleState[]
