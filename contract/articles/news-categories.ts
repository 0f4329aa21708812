export const newsCategories = ['announcement', 'update', 'guide', 'story'] as const
export type NewsCategory = (typeof newsCategories)[number]
