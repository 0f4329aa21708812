import type { ShownField } from '@lectern/contract/enrolments/enrolments.ts'
import type { Answers, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import { isContactValue, type ProfileOwner, type ProfileValue } from '@lectern/contract/enrolments/form-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { TeamView } from '../../teams/service.ts'

interface Source {
  whose: ProfileOwner
  what: ProfileValue
}

/**
 * A profile value, if this user may know it: names and schools are known within the team, contacts only to their
 * owner.
 */
const valueFor = ({ members }: TeamView, { whose, what }: Source, reader: AccountId): string | null => {
  const owner = members.find(({ role, account }) => (whose === 'captain' ? role === 'captain' : account.id === reader))
  if (!owner || (isContactValue(what) && owner.account.id !== reader)) return null
  return owner.account[what]
}

/** Answers prefilled from profiles when somebody starts the form. */
export const profileAnswers = (team: TeamView, writer: AccountId): Answers => {
  const sourceOf = (field: FormField): Source | undefined => ('profile' in field ? field.profile : undefined)
  return Object.fromEntries(
    team.activity.fields.flatMap((field) => {
      const source = sourceOf(field)
      const value = source && valueFor(team, source, writer)
      return value ? [[field.id, value]] : []
    }),
  )
}

export const withProfile = ({ profile, ...field }: ShownField, team: TeamView, reader: AccountId): ShownField =>
  profile ? { ...field, profile: { ...profile, value: valueFor(team, profile, reader) } } : field
