/** What is kept in every version. */
export const revisionKinds = ['article', 'material', 'banner', 'expert', 'partner', 'page', 'activity'] as const
export type RevisionKind = (typeof revisionKinds)[number]
