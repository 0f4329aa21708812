/** Appends a note in brackets. Chinese uses full-width brackets without a space before them. */
export const withNote = (locale: string, text: string, note: string): string =>
  locale.startsWith('zh') ? `${text}（${note}）` : `${text} (${note})`
