import { defaultLocale, locales, type Locale } from './locales.ts'

/** A text in several languages; any of them may be missing. */
export type LocalizedText = Partial<Record<Locale, string>>

/** The language to show: the requested one, else zh-CN, else any that the text has. */
export const languageOf = (text: LocalizedText, asked: Locale): Locale =>
  [asked, defaultLocale, ...locales].find((candidate) => text[candidate]) ?? asked

/** The text to show, with its actual language. */
export const localize = (text: LocalizedText, asked: Locale): { text: string; locale: Locale } => {
  const locale = languageOf(text, asked)
  return { text: text[locale] ?? '', locale }
}
