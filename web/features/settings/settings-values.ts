import { withoutBlanks } from '../admin-ui/without-blanks.ts'
import type { readSiteSettings } from '@lectern/contract/settings/office-settings.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'

export type StoredSettings = AnswerOf<typeof readSiteSettings>

/** Public settings as they are edited. */
export type WrittenSettings = Omit<StoredSettings, 'version' | 'pictures'> & {
  title: LocalizedText
  organiser: LocalizedText
}

export const valuesOf = ({ version: _version, pictures: _pictures, ...values }: StoredSettings): WrittenSettings =>
  values

const optional = ['email', 'phone', 'icp', 'publicSecurity'] as const

/** The values to send; empty ones are left out. */
export const sentOf = (values: WrittenSettings): WrittenSettings => ({
  ...values,
  title: withoutBlanks(values.title),
  organiser: withoutBlanks(values.organiser),
  ...(Object.fromEntries(optional.map((name) => [name, values[name]?.trim() || null])) as Pick<
    WrittenSettings,
    (typeof optional)[number]
  >),
  // Entering a number means that registration is needed.
  icpNotNeeded: values.icpNotNeeded && !values.icp?.trim(),
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Sorted keys, because the order of languages does not matter. */
const inOrder = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

export const changedNames = (before: WrittenSettings, typed: WrittenSettings): (keyof WrittenSettings)[] => {
  const [stored, sent] = [sentOf(before), sentOf(typed)]
  return (Object.keys(stored) as (keyof WrittenSettings)[]).filter(
    (name) => !isSame(inOrder(stored[name]), inOrder(sent[name])),
  )
}

/** Merges what was typed into what another user has saved since. */
export const mergeEdits = (before: WrittenSettings, typed: WrittenSettings, now: WrittenSettings): WrittenSettings => ({
  ...now,
  ...Object.fromEntries(changedNames(before, typed).map((name) => [name, typed[name]])),
})
