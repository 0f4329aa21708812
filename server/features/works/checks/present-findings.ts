import { isBlocking, type Finding } from '@lectern/contract/works/file-findings.ts'
import { findingTextValues } from '@lectern/contract/works/finding-texts.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { ShownFinding } from '@lectern/contract/works/works.ts'
import { t } from '../../../platform/messages.ts'
import type { LeakPlace } from '../tables.ts'

export const presentFinding = (locale: Locale, finding: Finding): ShownFinding => ({
  code: finding.code,
  isBlocking: isBlocking(finding),
  message: t(locale, `finding.${finding.code}`, findingTextValues(finding)),
})

/** Where a leak is: `file` is the name of its file, `label` that of the part in which it was typed. */
export const presentLeakPlace = (
  locale: Locale,
  place: LeakPlace,
  { file = '', label = '' }: { file?: string | undefined; label?: string | undefined },
): string => {
  switch (place.kind) {
    case 'page':
      return t(locale, 'leak.place.page', { file, page: place.page })
    case 'slide':
      return t(locale, 'leak.place.slide', { file, slide: place.slide })
    case 'value':
      return t(locale, 'leak.place.value', { label })
    case 'title':
    case 'summary':
      return t(locale, `leak.place.${place.kind}`)
    case 'metadata':
    case 'subtitles':
    case 'part':
    case 'fileName':
      return t(locale, `leak.place.${place.kind}`, { file })
  }
}
