import type { CurrentUser } from '@lectern/contract/accounts.ts'

export type ProfileField =
  | 'nickname'
  | 'realName'
  | 'profile'
  | 'country'
  | 'province'
  | 'city'
  | 'address'
  | 'school'
  | 'department'
  | 'title'

export type ProfileValues = Partial<Record<ProfileField, string>>

/** What a form shows of a person. Who has told no country is asked about China first. */
export const valuesOf = (user: CurrentUser, fields: readonly ProfileField[]): ProfileValues =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? (field === 'country' ? 'CN' : '')]))

/** As the server stores it: blanks at the ends and the kind of line break are no difference. */
const plain = (text = ''): string => text.replaceAll(/\r\n?/g, '\n').trim()

export const isSame = (fields: readonly ProfileField[], one: ProfileValues, other: ProfileValues): boolean =>
  fields.every((field) => plain(one[field]) === plain(other[field]))

/** What is sent: nothing typed means that nothing is stored. */
export const changesOf = (
  fields: readonly ProfileField[],
  typed: ProfileValues,
): Partial<Record<ProfileField, string | null>> =>
  Object.fromEntries(fields.map((field) => [field, plain(typed[field]) || null]))

/** A city belongs to its province, and that to its country: they are kept or given up together. */
const residence: readonly ProfileField[] = ['country', 'province', 'city']

interface Merged {
  values: ProfileValues
  /** Fields that were changed here and elsewhere, to different things. */
  conflicts: ProfileField[]
}

/** What was typed here stays; where nothing was typed, what was stored elsewhere meanwhile takes its place. */
export const mergeEdits = (
  fields: readonly ProfileField[],
  { base, typed, latest }: Record<'base' | 'typed' | 'latest', ProfileValues>,
): Merged => {
  const groups = [
    fields.filter((field) => residence.includes(field)),
    ...fields.filter((field) => !residence.includes(field)).map((field) => [field]),
  ]
  const isTouched = (group: readonly ProfileField[]): boolean => !isSame(group, typed, base)
  const kept = groups.filter(isTouched).flat()
  return {
    values: Object.fromEntries(fields.map((field) => [field, (kept.includes(field) ? typed : latest)[field]])),
    conflicts: fields.filter(
      (field) => kept.includes(field) && !isSame([field], base, latest) && !isSame([field], typed, latest),
    ),
  }
}
