import type { Member } from '@lectern/contract/accounts/accounts.ts'
import { isProvince } from '@lectern/contract/regions.ts'

export const profileFields = [
  'realName',
  'nickname',
  'school',
  'institutionId',
  'department',
  'title',
  'country',
  'province',
  'city',
  'address',
  'profile',
  'locale',
  'access',
] as const
export type ProfileField = (typeof profileFields)[number]

/** Form values; a missing one is undefined. */
export type ProfileValues = Partial<Record<ProfileField, string | undefined>>

export const valuesOf = (member: Member): ProfileValues =>
  Object.fromEntries(profileFields.flatMap((field) => (member[field] === null ? [] : [[field, member[field]]])))

/** The changes to send; an emptied field is null. */
export const changesOf = (member: Member, values: ProfileValues): Partial<Record<ProfileField, string | null>> =>
  Object.fromEntries(
    profileFields
      .map((field) => [field, values[field]?.trim() ? values[field] : null] as const)
      .filter(([field, value]) => value !== member[field]),
  )

/** Merges what was typed into what another user has saved since. */
export const mergeEdits = (before: Member, typed: ProfileValues, now: Member): ProfileValues => {
  const changes = changesOf(before, typed)
  return Object.fromEntries(
    profileFields.map((field) => [field, field in changes ? (changes[field] ?? undefined) : (now[field] ?? undefined)]),
  )
}

/** Provinces and cities are selected from lists in China, and typed elsewhere. */
export const hasCodes = ({ country, province }: ProfileValues): boolean =>
  country === 'CN' || (country === undefined && (province === undefined || isProvince(province)))
