import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { acceptedTypes, type WorkPart } from '@lectern/contract/works/work-rules.ts'
import { codecNames, isFilePart, partTypes } from '@lectern/contract/works/work-values.ts'
import { t } from '../../../platform/messages.ts'

const endings = new Map<string, readonly [string, ...string[]]>(
  Object.values(partTypes).flatMap((types) => Object.entries(types)),
)

/** Minutes where they are whole, otherwise minutes and seconds. */
const lengthOf = (seconds: number, locale: Locale): string =>
  seconds % 60 === 0
    ? t(locale, 'part.minutes', { minutes: seconds / 60 })
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const lengths = ({ minSeconds, maxSeconds }: WorkPart['limits'], locale: Locale): string => {
  if (minSeconds !== undefined && maxSeconds !== undefined && minSeconds % 60 === 0 && maxSeconds % 60 === 0)
    return t(locale, 'part.minutesBetween', { min: minSeconds / 60, max: maxSeconds / 60 })
  if (minSeconds !== undefined && maxSeconds !== undefined)
    return t(locale, 'part.between', { min: lengthOf(minSeconds, locale), max: lengthOf(maxSeconds, locale) })
  if (minSeconds !== undefined) return t(locale, 'part.atLeast', { limit: lengthOf(minSeconds, locale) })
  return maxSeconds === undefined ? '' : t(locale, 'part.atMost', { limit: lengthOf(maxSeconds, locale) })
}

/** Kind, formats and limits of a part, in one line. */
export const partFacts = (part: WorkPart, blind: boolean, locale: Locale): string => {
  const { kind, limits, minFiles, maxFiles, maxMegabytes } = part
  const isFile = isFilePart(kind)
  const { minLongSide = 0, minShortSide = 0, codecs = [], maxKbps, maxPages, maxCharacters } = limits
  const atMost = (limit: string): string => t(locale, 'part.atMost', { limit })
  const facts = [
    t(locale, `part.kind.${kind}`),
    joinList(
      locale,
      acceptedTypes(part, blind).map((type) => endings.get(type)![0].toUpperCase()),
    ),
    lengths(limits, locale),
    minLongSide + minShortSide > 0 &&
      t(locale, 'part.atLeast', { limit: `${Math.max(minLongSide, minShortSide)} × ${minShortSide || minLongSide}` }),
    joinList(
      locale,
      codecs.map((codec) => codecNames[codec]),
    ),
    maxKbps !== undefined && atMost(`${maxKbps} kbit/s`),
    maxPages !== undefined && t(locale, 'part.pages', { max: maxPages }),
    maxCharacters !== undefined && t(locale, 'part.characters', { max: maxCharacters }),
    isFile && atMost(`${maxMegabytes} MB`),
    isFile && maxFiles > 1 && t(locale, 'part.files', { min: minFiles, max: maxFiles }),
  ]
  return facts.filter(Boolean).join(' · ')
}
