import { Button, Typography } from 'antd'
import { useState } from 'react'
import type { OutboxMessage } from '@lectern/contract/outbox.ts'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { sendAgain } from '../api.ts'

interface SendAgainProps {
  client: Client
  message: OutboxMessage
  onSent: () => Promise<unknown>
}

/** Tries once more to send what could not be sent. */
export const SendAgain = ({ client, message, onSent }: SendAgainProps) => {
  const intl = useIntl()
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await client(sendAgain, { params: { id: message.id } })
      await onSent()
    } catch {
      // The request has said why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" loading={busy} onClick={() => void send()}>
      {intl.formatMessage({ id: 'office.outbox.again' })}
    </Button>
  )
}

/** What was written, and why it did not arrive. */
export const OutboxContent = ({ message }: { message: OutboxMessage }) => (
  <>
    <Typography.Paragraph style={{ whiteSpace: 'pre-line', maxWidth: '40rem' }}>{message.text}</Typography.Paragraph>
    {message.lastError && <Typography.Text type="danger">{message.lastError}</Typography.Text>}
  </>
)
