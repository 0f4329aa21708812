export const searchKinds = ['article', 'material', 'expert', 'activity', 'page'] as const
export type SearchKind = (typeof searchKinds)[number]
