import { Button, Input, Modal, Space, Typography } from 'antd'
import { useState } from 'react'
import type { Webhook } from '@lectern/contract/webhooks/webhooks.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { momentText } from '../../../ui/moment.tsx'
import { useWebhookWords } from '../webhook-words.ts'

const Key = ({ label, text }: { label: string; text: string }) => {
  const t = useWebhookWords()
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Input.TextArea readOnly autoSize value={text} aria-label={label} />
      <CopyButton text={() => text} label={t('keyCopy')} copied={t('keyCopied')} name={label} />
    </Space>
  )
}

/** The public key of a webhook, for its receiver; the former one too, while it still signs. */
export const WebhookKey = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const intl = useIntl()
  const t = useWebhookWords()
  const [isOpen, setOpen] = useState(true)
  const { name, publicKey, formerKey } = webhook
  const former = formerKey && t('keyFormer', { until: momentText(intl, formerKey.until) })
  return (
    <Modal
      open={isOpen}
      title={t('keyTitle', { name })}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('close')}
        </Button>
      }
    >
      <Typography.Paragraph>{t('keyHelp')}</Typography.Paragraph>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Key label={t('key')} text={publicKey} />
        {formerKey && former && (
          <div>
            <Typography.Paragraph type="secondary">{former}</Typography.Paragraph>
            <Key label={former} text={formerKey.publicKey} />
          </div>
        )}
      </Space>
    </Modal>
  )
}
