import type { MessageId } from '@lectern/messages/message-id.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

/** From one thing back to the list that it is in. */
export const BackLink = ({ to, label }: { to: string; label: MessageId }) => (
  <Link to={to}>
    <span aria-hidden="true">← </span>
    <FormattedMessage id={label} />
  </Link>
)
