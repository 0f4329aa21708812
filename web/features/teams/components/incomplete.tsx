import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { completionPath } from '../team-address.ts'

interface IncompleteProps {
  /** The action that is still possible. */
  may: 'join' | 'create'
  back: string
}

/** For users with an incomplete profile: what is missing, and a link to the profile and back. */
export const Incomplete = ({ may, back }: IncompleteProps) => (
  <Notice>
    <p>
      <FormattedMessage id={`team.incomplete.${may}`} />
    </p>
    <Link to={completionPath(back)}>
      <FormattedMessage id="team.go.complete" />
    </Link>
  </Notice>
)
