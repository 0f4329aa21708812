/** Chinese has a special comma for lists. */
export const listSeparator = (locale: string): string => (locale.startsWith('zh') ? '、' : ', ')

/** Joins entries for readers. */
export const joinList = (locale: string, items: readonly string[]): string => items.join(listSeparator(locale))
