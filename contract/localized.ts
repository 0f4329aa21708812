import { defaultLocale, locales, type Locale } from './locales.ts'

/** A text in several languages; any of them may be missing. */
export type LocalizedText = Partial<Record<Locale, string>>

/** The language to show: the requested one, else zh-CN, else any that the text has. */
export const languageOf = (text: LocalizedText, preferred: Locale): Locale =>
  [preferred, defaultLocale, ...locales].find((candidate) => text[candidate]) ?? preferred

/** No language has any words. */
export const isTextEmpty = (text: LocalizedText | undefined): boolean =>
  Object.values(text ?? {}).every((words) => !words.trim())

/** The text to show, with its actual language. */
export const localize = (text: LocalizedText, preferred: Locale): { text: string; locale: Locale } => {
  const locale = languageOf(text, preferred)
  return { text: text[locale] ?? '', locale }
}
