import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** What organisers should know before they take part: from then on somebody else must act. */
export const OrganiserNotice = () => (
  <Notice>
    <FormattedMessage id="team.organiser" />
  </Notice>
)
