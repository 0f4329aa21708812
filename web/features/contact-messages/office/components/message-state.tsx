import type { MessageState as State } from '@lectern/contract/contact-messages/message-values.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

const tones = { new: 'waiting', answered: 'good', closed: 'quiet' } as const

export const MessageState = ({ state }: { state: State }) => (
  <StateTag tone={tones[state]}>
    <FormattedMessage id={`office.messages.state.${state}`} />
  </StateTag>
)
