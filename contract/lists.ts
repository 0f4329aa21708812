/** What stands between the entries of a list. Chinese has a comma of its own for that. */
export const listSeparator = (locale: string): string => (locale.startsWith('zh') ? '、' : ', ')

/** The one way to join entries that a person reads. */
export const joinList = (locale: string, items: readonly string[]): string => items.join(listSeparator(locale))
