import type { Locale } from './locales.ts'

/** Appends a note in brackets. Chinese uses full-width brackets without a space before them. */
export const withNote = (locale: Locale, text: string, note: string): string =>
  locale.startsWith('zh') ? `${text}（${note}）` : `${text} (${note})`
