import { defaultLocale, locales, type Locale } from './locales.ts'

/** The life of what is published with a date. A scheduled one is published by time alone: nothing has to run when it is due. */
export const publishMoves = {
  draft: ['scheduled', 'published', 'archived'],
  scheduled: ['draft', 'published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft'],
} as const satisfies Record<string, readonly string[]>

export type PublishState = keyof typeof publishMoves
export const publishStates = Object.keys(publishMoves) as [PublishState, ...PublishState[]]

/** States in which something is seen by visitors once its time has come. */
export const listedStates = ['published', 'scheduled'] as const satisfies readonly PublishState[]

/** When each language of something was last written. */
export type Written = Partial<Record<Locale, string>>

export type TranslationState = 'current' | 'outdated' | 'missing'

/** How the translations of something stand: what was written before its Chinese source was changed is outdated. */
export const translationStates = (stamps: Written): Record<Locale, TranslationState> => {
  const source = stamps[defaultLocale]
  const stateOf = (stamp: string | undefined): TranslationState => {
    if (stamp === undefined) return 'missing'
    return source !== undefined && stamp < source ? 'outdated' : 'current'
  }
  return Object.fromEntries(locales.map((locale) => [locale, stateOf(stamps[locale])])) as Record<
    Locale,
    TranslationState
  >
}
