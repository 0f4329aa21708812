/** Kinds of content with a version history. */
export const revisionKinds = ['article', 'material', 'banner', 'expert', 'partner', 'page', 'activity'] as const
export type RevisionKind = (typeof revisionKinds)[number]
