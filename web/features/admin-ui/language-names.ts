import type { Locale } from '@lectern/contract/locales.ts'

/** By what tells them apart: Chinese by its script, the others need nothing more. */
const tags: Record<Locale, string> = {
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'en-US': 'en',
  'pt-BR': 'pt',
  'id-ID': 'id',
}

/** What the site's languages are called in the reader's. */
export const languageNames = (reader: string): ((locale: Locale) => string) => {
  const names = new Intl.DisplayNames([reader], { type: 'language' })
  return (locale) => names.of(tags[locale]) ?? locale
}
