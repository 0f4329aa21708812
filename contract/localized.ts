import { defaultLocale, locales, type Locale } from './locales.ts'

/** A text for readers: one version per language, any of which may be missing. */
export type LocalizedText = Partial<Record<Locale, string>>

/** The version to show: the asked language, else zh-CN, else any; with the language it is really in. */
export const localize = (text: LocalizedText, asked: Locale): { text: string; locale: Locale } => {
  const locale = [asked, defaultLocale, ...locales].find((candidate) => text[candidate]) ?? asked
  return { text: text[locale] ?? '', locale }
}
