import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ReactNode } from 'react'
import type { InvitedRole } from '@lectern/contract/teams/team-values.ts'
import type { TeamToJoin as Joinable } from '@lectern/contract/teams/teams.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './team-to-join.module.css'

interface TeamToJoinProps {
  team: Joinable
  role: InvitedRole
  /** Level of the heading. */
  headingLevel: 'h2' | 'h3'
  /** Who invited, until when, and the buttons. */
  children: ReactNode
}

/** A team as invited people see it: name, activity, members and role. */
export const TeamToJoin = ({ team, role, headingLevel: Heading, children }: TeamToJoinProps) => {
  const { activity } = team
  const intl = useIntl()
  const facts: { label: MessageId; value: ReactNode }[] = [
    {
      label: 'team.activity',
      value: (
        <Link to={`/EnrollFor/${activity.id}`} lang={activity.locale}>
          {activity.name}
        </Link>
      ),
    },
    { label: 'team.joinedAs', value: <FormattedMessage id={`team.role.${role}`} /> },
    { label: 'team.role.captain', value: team.captain },
    { label: 'team.people', value: intl.formatList(team.members) },
  ]
  return (
    <article className={`stack-fit gap-12 card ${styles.team}`}>
      <Heading className={styles.name}>{team.name}</Heading>
      {team.slogan && <p className="muted break-anywhere pre-line">{team.slogan}</p>}
      <dl className={`stack gap-4 ${styles.facts}`}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>
              <FormattedMessage id={label} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  )
}
