import { Button, Input, Modal, Space, Typography } from 'antd'
import { useState } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useTokenWords } from '../token-words.ts'
import type { CreatedToken } from './new-token.tsx'

interface TokenSecretProps {
  token: CreatedToken
  onClose: () => void
}

/** Shows a new token, this once. A click beside it does not close it. */
export const TokenSecret = ({ token, onClose }: TokenSecretProps) => {
  const t = useTokenWords()
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      title={t('secretTitle', { name: token.name })}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      afterClose={onClose}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('done')}
        </Button>
      }
    >
      <Typography.Paragraph>{t('secretHelp')}</Typography.Paragraph>
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Input.TextArea readOnly autoSize value={token.secret} aria-label={t('secretTitle', { name: token.name })} />
        <CopyButton
          text={() => token.secret}
          label={t('copy')}
          copied={t('copied')}
          name={t('secretTitle', { name: token.name })}
        />
      </Space>
    </Modal>
  )
}
