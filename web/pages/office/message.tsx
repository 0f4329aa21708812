import { readMessage } from '@lectern/contract/contact-messages/contact-messages.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { MessageView } from '../../features/contact-messages/office/components/message-view.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ params, client }: LoaderInput) =>
  client(readMessage, { params: { id: params['id']! } }, { skipErrorHandler: true })

export default function Message() {
  const intl = useIntl()
  const client = useClient()
  const message = useData<typeof loader>()
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'office.messages.one' }, { reference: message.reference })}
      actions={<Link to="/Admin/Message">{intl.formatMessage({ id: 'office.messages.all' })}</Link>}
    >
      <MessageView key={message.id} client={client} message={message} />
    </OfficeFrame>
  )
}
