import type { ReactNode } from 'react'
import type { TeamMember } from '@lectern/contract/teams/teams.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './member-list.module.css'

interface MemberListProps {
  members: readonly TeamMember[]
  /** The current user. */
  ownId: string | undefined
  /** Actions for a person. */
  children?: (member: TeamMember) => ReactNode
}

/** All people of a team in order, and whose profile is incomplete. */
export const MemberList = ({ members, ownId, children }: MemberListProps) => (
  <ol className={styles.members}>
    {members.map((member) => (
      <li key={member.uid}>
        <Avatar name={member.name} src={member.avatar} size="medium" />
        <div className={styles.who}>
          <p className={`cluster strong break-anywhere ${styles.name}`}>
            {member.name}
            <span className={styles.role} data-role={member.role}>
              <FormattedMessage id={`team.role.${member.role}`} />
            </span>
            {member.uid === ownId && (
              <span className={styles.own}>
                <FormattedMessage id="team.you" />
              </span>
            )}
          </p>
          {member.school && <p className={styles.school}>{member.school}</p>}
          <p className={styles.completeness} data-complete={member.isComplete || undefined}>
            <FormattedMessage id={member.isComplete ? 'team.complete' : 'team.incomplete'} />
          </p>
        </div>
        {children?.(member)}
      </li>
    ))}
  </ol>
)
