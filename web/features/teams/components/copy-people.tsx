import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Team, TeamHead } from '@lectern/contract/teams/teams.ts'
import { CheckboxGroup } from '../../../ui/form/checkbox-group.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface CopyPeopleProps {
  /** The user's teams in other activities. */
  teams: readonly TeamHead[]
  /** The selected team, once it is loaded. */
  source: Team | undefined
  /** The current user. */
  own: string | undefined
  /** Whether the activity has advisors. */
  hasAdvisors: boolean
  invited: readonly string[]
  onSource: (id: string) => void
  onAsk: (people: string[]) => void
}

/** People who can be invited: not the user, and no advisors if the activity has none. */
export const formerPeople = (source: Team, own: string | undefined, hasAdvisors: boolean) =>
  source.members.filter(({ uid, role }) => uid !== own && (role !== 'advisor' || hasAdvisors))

/** Copies a former team: its name, and its people to invite again. */
export const CopyPeople = ({ teams, source, own, hasAdvisors, invited, onSource, onAsk }: CopyPeopleProps) => {
  const intl = useIntl()
  const people = source ? formerPeople(source, own, hasAdvisors) : []
  const roleOf = (role: IdAfter<'team.role.'>): string => intl.formatMessage({ id: `team.role.${role}` })
  return (
    <>
      <SelectField
        name="source"
        label={<FormattedMessage id="team.copy.from" />}
        hint={<FormattedMessage id="team.copy.hint" />}
        autoComplete="off"
        empty={intl.formatMessage({ id: 'team.copy.none' })}
        options={teams.map(({ id, name, activity }) => ({ value: id, label: `${name} · ${activity.name}` }))}
        onValue={onSource}
      />
      {source && people.length > 0 && (
        <CheckboxGroup
          key={source.id}
          name="people"
          legend={<FormattedMessage id="team.copy.people" />}
          hint={<FormattedMessage id="team.copy.people.hint" />}
          options={people.map(({ uid, name, role }) => ({ value: uid, label: `${name} · ${roleOf(role)}` }))}
          defaultValue={invited}
          onValue={onAsk}
        />
      )}
    </>
  )
}
