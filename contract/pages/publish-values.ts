import { defaultLocale, locales, type Locale } from '../locales.ts'

/**
 * States of dated content and the allowed moves. Scheduled content becomes visible when its time comes, without a job.
 */
export const publishMoves = {
  draft: ['scheduled', 'published', 'archived'],
  scheduled: ['draft', 'published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft'],
} as const satisfies Record<string, readonly string[]>

export type PublishState = keyof typeof publishMoves
export const publishStates = Object.keys(publishMoves) as [PublishState, ...PublishState[]]

/** States in which content is visible once its time has come. */
export const listedStates = ['published', 'scheduled'] as const satisfies readonly PublishState[]

/** When each language was last written. */
export type LanguageStamps = Partial<Record<Locale, string>>

export type TranslationState = 'current' | 'outdated' | 'missing'

/** Translation state of each language. A translation that is older than the Chinese source is outdated. */
export const translationStates = (stamps: LanguageStamps): Record<Locale, TranslationState> => {
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
