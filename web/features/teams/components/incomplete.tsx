import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { completionPath } from '../team-address.ts'

/** Who has not yet said who he is: what is needed, and the way there and back. */
export const Incomplete = ({ back }: { back: string }) => (
  <Notice>
    <p>
      <FormattedMessage id="team.incompleteOwn" />
    </p>
    <Link to={completionPath(back)}>
      <FormattedMessage id="team.go.complete" />
    </Link>
  </Notice>
)
