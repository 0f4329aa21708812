/** A note in brackets behind a text; Chinese has brackets of its own, without a space before them. */
export const withNote = (locale: string, text: string, note: string): string =>
  locale.startsWith('zh') ? `${text}（${note}）` : `${text} (${note})`
