import type { Locale } from './locales.ts'

/** Chinese has a special comma for lists. */
export const listSeparator = (locale: Locale): string => (locale.startsWith('zh') ? '、' : ', ')

/** Joins entries for readers. */
export const joinList = (locale: Locale, items: readonly string[]): string => items.join(listSeparator(locale))
