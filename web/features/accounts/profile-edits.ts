import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'

export type ProfileField =
  | 'nickname'
  | 'realName'
  | 'profile'
  | 'country'
  | 'province'
  | 'city'
  | 'address'
  | 'school'
  | 'institutionId'
  | 'department'
  | 'title'

export type ProfileValues = Partial<Record<ProfileField, string>>

/** The form values of a profile. The default country is China. */
export const valuesOf = (user: CurrentUser, fields: readonly ProfileField[]): ProfileValues =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? (field === 'country' ? 'CN' : '')]))

/** Normalised as on the server: outer spaces and the kind of line break make no difference. */
const plain = (text = ''): string => text.replaceAll(/\r\n?/g, '\n').trim()

export const isSame = (fields: readonly ProfileField[], one: ProfileValues, other: ProfileValues): boolean =>
  fields.every((field) => plain(one[field]) === plain(other[field]))

/** The values to send; an empty field is sent as null. */
export const changesOf = (
  fields: readonly ProfileField[],
  typed: ProfileValues,
): Partial<Record<ProfileField, string | null>> =>
  Object.fromEntries(fields.map((field) => [field, plain(typed[field]) || null]))

/**
 * Merged together: a city depends on its province, and that on its country; an institution is what the school was
 * chosen as.
 */
const linked: readonly (readonly ProfileField[])[] = [
  ['country', 'province', 'city'],
  ['school', 'institutionId'],
]

interface Merged {
  values: ProfileValues
  /** Fields with different changes here and elsewhere. */
  conflicts: ProfileField[]
}

/** Typed values win; untouched fields take the newer stored value. */
export const mergeEdits = (
  fields: readonly ProfileField[],
  { base, typed, latest }: Record<'base' | 'typed' | 'latest', ProfileValues>,
): Merged => {
  const groups = [
    ...linked.map((group) => fields.filter((field) => group.includes(field))),
    ...fields.filter((field) => !linked.flat().includes(field)).map((field) => [field]),
  ]
  const isTouched = (group: readonly ProfileField[]): boolean => !isSame(group, typed, base)
  const touchedFields = groups.filter(isTouched).flat()
  return {
    values: Object.fromEntries(fields.map((field) => [field, (touchedFields.includes(field) ? typed : latest)[field]])),
    conflicts: fields.filter(
      (field) => touchedFields.includes(field) && !isSame([field], base, latest) && !isSame([field], typed, latest),
    ),
  }
}
