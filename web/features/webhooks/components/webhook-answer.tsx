import { Typography } from 'antd'
import type { WebhookAnswer } from '@lectern/contract/webhooks/webhooks.ts'
import { useWebhookWords } from '../webhook-words.ts'

/** What an address answered, or why it did not. */
export const AnswerText = ({ answer: { status, milliseconds, failure, text } }: { answer: WebhookAnswer }) => {
  const t = useWebhookWords()
  return (
    <>
      {failure ? t(`failure.${failure}`) : t('answer', { status: String(status), milliseconds })}
      {text !== '' && (
        <Typography.Paragraph code style={{ margin: 0, wordBreak: 'break-word' }}>
          {text}
        </Typography.Paragraph>
      )}
    </>
  )
}

export const isConfirmed = ({ status }: WebhookAnswer): boolean => status !== null && status >= 200 && status < 300
