import { Typography } from 'antd'
import type { OutboxMessage } from '@lectern/contract/outbox/outbox.ts'

/** The text of a message, and why its delivery failed. */
export const OutboxContent = ({ message }: { message: OutboxMessage }) => (
  <>
    <Typography.Paragraph style={{ whiteSpace: 'pre-line', maxWidth: '40rem' }}>{message.text}</Typography.Paragraph>
    {message.lastError && <Typography.Text type="danger">{message.lastError}</Typography.Text>}
  </>
)
