import { Link } from '../../../router/link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

/** Shown when the user has no enrolment in this activity. */
export const NoEnrolment = ({ activityId }: { activityId: string }) => (
  <EmptyState
    title={<FormattedMessage id="enrolment.noneYet" />}
    action={
      <Link className="button" to={`/EnrollFor/${activityId}`}>
        <FormattedMessage id="enrolment.toActivity" />
      </Link>
    }
  >
    <FormattedMessage id="enrolment.noneYet.help" />
  </EmptyState>
)
