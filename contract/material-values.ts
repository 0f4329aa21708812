export const materialKinds = ['file', 'video', 'markdown', 'photo'] as const
export type MaterialKind = (typeof materialKinds)[number]

export const materialCategories = ['training', 'template', 'case', 'report', 'highlight'] as const
export type MaterialCategory = (typeof materialCategories)[number]
