export const searchKinds = ['article', 'material', 'expert', 'activity', 'page', 'result', 'work'] as const
export type SearchKind = (typeof searchKinds)[number]
