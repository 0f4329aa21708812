import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { isJoinPath } from '../team-address.ts'

/** Explains to invited users why they must complete their profile. */
export const InvitationNotice = ({ goal }: { goal: string | null }) =>
  isJoinPath(goal) && (
    <Notice>
      <FormattedMessage id="signIn.toJoin" />
    </Notice>
  )
