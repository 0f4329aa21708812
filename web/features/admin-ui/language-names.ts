import type { Locale } from '@lectern/contract/locales.ts'

/** Chinese is distinguished by script. */
const tags: Record<Locale, string> = {
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'en-US': 'en',
  'pt-BR': 'pt',
  'id-ID': 'id',
}

/** Names of the site's languages in the reader's language. */
export const languageNames = (reader: string): ((locale: Locale) => string) => {
  const names = new Intl.DisplayNames([reader], { type: 'language' })
  return (locale) => names.of(tags[locale]) ?? locale
}
