import { z } from 'zod'
import { locales } from '../locales.ts'
import { publishStates } from './publish-values.ts'

export {
  listedStates,
  publishMoves,
  translationStates,
  type PublishState,
  type TranslationState,
  type LanguageStamps,
} from './publish-values.ts'

export const publishState = z.enum(publishStates)

/** When each language was last written. */
export const languageStamps = z.partialRecord(z.enum(locales), z.iso.datetime())
