import type { Locale } from '../locales.ts'

/** Appends a note in brackets. Chinese uses full-width brackets without a space before them. */
export const withNote = (locale: Locale, text: string, note: string): string =>
  locale.startsWith('zh') ? `${text}（${note}）` : `${text} (${note})`

/** Puts a label before a value. Chinese uses a full-width colon without a space after it. */
export const withLabel = (locale: string, label: string, value: string): string =>
  locale.startsWith('zh') ? `${label}：${value}` : `${label}: ${value}`
