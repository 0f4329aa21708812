import { Link } from '../../../router/link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

export const NoTeams = () => (
  <EmptyState
    title={<FormattedMessage id="team.none" />}
    action={
      <Link className="button" to="/EnrollFor">
        <FormattedMessage id="team.toActivities" />
      </Link>
    }
  >
    <FormattedMessage id="team.noneHelp" />
  </EmptyState>
)
