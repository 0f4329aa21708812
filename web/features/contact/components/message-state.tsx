import { Badge } from 'antd'
import type { MessageState as State } from '@lectern/contract/message-values.ts'
import { useIntl } from '../../../ui/intl.tsx'

const signs = { new: 'warning', answered: 'success', closed: 'default' } as const

/** Where a message stands. */
export const MessageState = ({ state }: { state: State }) => (
  <Badge status={signs[state]} text={useIntl().formatMessage({ id: `office.messages.state.${state}` })} />
)
