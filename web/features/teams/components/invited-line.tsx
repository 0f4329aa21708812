import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { isJoinPath } from '../team-address.ts'

/** Why somebody who followed an invitation to a team is asked who he is. */
export const InvitedLine = ({ goal }: { goal: string | null }) =>
  isJoinPath(goal) && (
    <Notice>
      <FormattedMessage id="signIn.toJoin" />
    </Notice>
  )
