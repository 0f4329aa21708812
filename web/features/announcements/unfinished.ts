import type { AnnouncementContent } from '@lectern/contract/announcements.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'

interface Unfinished {
  part: 'title' | 'body'
  locale: Locale
}

/** What is missing before it can be sent: every language that says something says both; at least one does. */
export const unfinishedIn = ({ title, body }: AnnouncementContent, language: Locale): Unfinished[] => {
  const begun = locales.filter((locale) => title[locale] ?? body[locale])
  const needed = begun.length > 0 ? begun : [language]
  return needed.flatMap((locale) =>
    (['title', 'body'] as const)
      .filter((part) => ({ title, body })[part][locale] === undefined)
      .map((part) => ({ part, locale })),
  )
}
