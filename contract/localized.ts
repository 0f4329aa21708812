import { defaultLocale, locales, type Locale } from './locales.ts'

/** A text for readers: one version per language, any of which may be missing. */
export type LocalizedText = Partial<Record<Locale, string>>

/** The language to show a text in: the asked one, else zh-CN, else any that it is written in. */
export const languageOf = (text: LocalizedText, asked: Locale): Locale =>
  [asked, defaultLocale, ...locales].find((candidate) => text[candidate]) ?? asked

/** The version to show, with the language it is really in. */
export const localize = (text: LocalizedText, asked: Locale): { text: string; locale: Locale } => {
  const locale = languageOf(text, asked)
  return { text: text[locale] ?? '', locale }
}
