import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Team, TeamHead } from '@lectern/contract/teams.ts'
import { CheckboxGroup } from '../../../ui/form/checkbox-group.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface CopiedPeopleProps {
  /** Teams that the person is in elsewhere. */
  teams: readonly TeamHead[]
  /** The one that was chosen, once it is there. */
  source: Team | undefined
  /** Who asks. */
  own: string | undefined
  /** Whether the activity knows advisors. */
  hasAdvisors: boolean
  asked: readonly string[]
  onSource: (id: string) => void
  onAsk: (people: string[]) => void
}

/** Those who can be asked: nobody asks themselves, nor an advisor where there are none. */
export const formerPeople = (source: Team, own: string | undefined, hasAdvisors: boolean) =>
  source.members.filter(({ uid, role }) => uid !== own && (role !== 'advisor' || hasAdvisors))

/** Begins with a team of before: its name, and its people to be asked again. */
export const CopiedPeople = ({ teams, source, own, hasAdvisors, asked, onSource, onAsk }: CopiedPeopleProps) => {
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
          defaultValue={asked}
          onValue={onAsk}
        />
      )}
    </>
  )
}
