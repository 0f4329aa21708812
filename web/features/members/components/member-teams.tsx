import { Space } from 'antd'
import type { MemberTeam } from '@lectern/contract/accounts/accounts.ts'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { EnrolmentState } from '../../enrolments/office/components/enrolment-state.tsx'
import { useMemberWords } from '../member-words.ts'
import { StateTag } from '../../admin-ui/components/state-tag.tsx'

/** The teams of a member, with links to their enrolments. */
export const MemberTeams = ({ teams }: { teams: readonly MemberTeam[] }) => {
  const intl = useIntl()
  const { t } = useMemberWords()
  if (teams.length === 0) return <p>{t('noTeams')}</p>
  return (
    <ul className="stack gap-12">
      {teams.map(({ id, name, role, year, activity, enrolment }) => (
        <li key={id}>
          <Space wrap size={[8, 4]}>
            <Link to={`/Admin/Team?team=${id}`}>{name}</Link>
            <StateTag tone="quiet">{intl.formatMessage({ id: `office.teams.role.${role}` })}</StateTag>
          </Space>
          <div>
            {year} · <span lang={activity.locale}>{activity.name}</span>
          </div>
          {enrolment ? (
            <Space wrap size={[8, 4]}>
              <Link to={`/Admin/Enrolment/${enrolment.id}`}>{enrolment.number ?? t('draftForm')}</Link>
              <EnrolmentState state={enrolment.state} />
            </Space>
          ) : (
            <span>{t('noForm')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
