import { App, Button, Space, Typography } from 'antd'
import { useRef, useState } from 'react'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { maxRedactionReason } from '@lectern/contract/works/work-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { TextDialog } from '../../../admin-ui/components/text-dialog.tsx'
import { useUpload } from '../../../files/use-upload.ts'
import { useWorkWords } from '../work-words.ts'

interface RedactionUploadProps {
  work: WorkId
  file: FileId
  /** Experts are judging it: the copy needs a reason, and a second organiser who confirms it. */
  isJudged: boolean
  onDone: () => void
}

/** Uploads what experts get instead of a file. */
export const RedactionUpload = ({ work, file, isJudged, onDone }: RedactionUploadProps) => {
  const intl = useIntl()
  const { t } = useWorkWords()
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const { stage, begin, discard } = useUpload({
    purpose: 'work',
    target: { work, redacts: file, ...(isJudged && { reason }) },
    field: `redaction ${file}`,
    onStored: () => {
      void message.success(t(isJudged ? 'redaction.proposed' : 'leak.redactionDone'))
      onDone()
    },
  })
  const isRunning = stage.kind === 'running' && stage.state.kind !== 'failed'
  const failure = stage.kind === 'running' && stage.state.kind === 'failed' ? stage.state.message : undefined
  const percent =
    stage.kind === 'running' && 'sent' in stage.state ? Math.floor((stage.state.sent / stage.file.size) * 100) : 100
  const choose = (): void => input.current?.click()
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('leak.redact')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) begin(chosen)
          target.value = ''
        }}
      />
      {isRunning ? (
        <Space size={4}>
          <span role="status">{t('leak.sending', { percent })}</span>
          <Button size="small" type="link" onClick={discard}>
            {t('leak.cancel')}
          </Button>
        </Space>
      ) : (
        <Button
          size="small"
          {...(isJudged && { 'aria-haspopup': 'dialog' as const })}
          onClick={() => (isJudged ? setAsking(true) : choose())}
        >
          {t('leak.redact')}
        </Button>
      )}
      {isAsking && (
        <TextDialog
          title={t('redaction.title')}
          help={t('redaction.help')}
          label={intl.formatMessage({ id: 'office.audit.field.reason' })}
          missing={intl.formatMessage({ id: 'office.decision.reasonNeeded' })}
          limit={maxRedactionReason}
          action={t('redaction.choose')}
          onSend={async (text) => {
            // It travels in a header: one line.
            setReason(text.trim().replaceAll(/\s+/g, ' '))
            choose()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {failure && (
        <div role="alert">
          <Typography.Text type="danger">{failure}</Typography.Text>
        </div>
      )}
      {stage.kind === 'empty' && (
        <div role="alert">
          <Typography.Text type="danger">{t('leak.emptyFile')}</Typography.Text>
        </div>
      )}
    </>
  )
}
