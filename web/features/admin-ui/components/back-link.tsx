import type { MessageId } from '@lectern/messages/message-id.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

/** A link from an item back to its list. */
export const BackLink = ({ to, label }: { to: string; label: MessageId }) => (
  <Link to={to}>
    <span aria-hidden="true">← </span>
    <FormattedMessage id={label} />
  </Link>
)
