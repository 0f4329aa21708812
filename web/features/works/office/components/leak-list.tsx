import { App, Button, Space, Typography } from 'antd'
import { useRef, useState } from 'react'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { OfficeLeak } from '@lectern/contract/work-office.ts'
import type { Client } from '../../../../request/client.ts'
import { useUpload } from '../../../files/use-upload.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { judgeLeaks } from '../api.ts'
import { useWorkWords } from '../work-words.ts'
import styles from './work-dossier.module.css'

interface RedactionProps {
  work: WorkId
  file: FileId
  onDone: () => void
}

/** Uploads what experts get instead of a file. */
const Redaction = ({ work, file, onDone }: RedactionProps) => {
  const { t } = useWorkWords()
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const { stage, begin, discard } = useUpload({
    purpose: 'work',
    target: { work, redacts: file },
    field: `redaction ${file}`,
    onStored: () => {
      void message.success(t('leak.redactionDone'))
      onDone()
    },
  })
  const isRunning = stage.kind === 'running' && stage.state.kind !== 'failed'
  const failure = stage.kind === 'running' && stage.state.kind === 'failed' ? stage.state.message : undefined
  const percent =
    stage.kind === 'running' && 'sent' in stage.state ? Math.floor((stage.state.sent / stage.file.size) * 100) : 100
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
        <Button size="small" onClick={() => input.current?.click()}>
          {t('leak.redact')}
        </Button>
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

interface LeakListProps {
  client: Client
  work: WorkId
  leaks: readonly OfficeLeak[]
  /** Why nothing may be judged here; absent: it may. */
  isOwnActivity: boolean
  /** Shows the file that a leak is in. */
  onShow: (file: FileId) => void
  onChanged: () => void
}

/** Places where a work may tell who made it, each to be judged. */
export const LeakList = ({ client, work, leaks, isOwnActivity, onShow, onChanged }: LeakListProps) => {
  const { t } = useWorkWords()
  const [busy, setBusy] = useState(false)
  const judge = async (ids: readonly OfficeLeak['id'][], judgement: 'open' | 'fine'): Promise<void> => {
    setBusy(true)
    try {
      await client(judgeLeaks, { params: { id: work }, body: { leaks: [...ids], judgement } }, { inPlaceSignIn: true })
    } catch {
      // The request has shown the reason; the stored state is reloaded.
    }
    setBusy(false)
    onChanged()
  }
  const open = leaks.filter(({ judgement }) => judgement === 'open')
  return (
    <>
      <ul className={styles.leaks}>
        {leaks.map(({ id, kind, value, place, context, file, judgement, judgedBy }) => (
          <li key={id}>
            <div className={styles.leakHead}>
              <StateTag tone={judgement === 'open' ? 'waiting' : 'good'}>{t(`leak.${judgement}`)}</StateTag>
              <strong>{value}</strong>
              <Typography.Text type="secondary">{t(`leak.kind.${kind}`)}</Typography.Text>
            </div>
            <div>
              {file ? (
                <Button type="link" size="small" className={styles.place!} onClick={() => onShow(file)}>
                  {place}
                </Button>
              ) : (
                place
              )}
            </div>
            {context && <blockquote className={styles.context}>{context}</blockquote>}
            {judgedBy && <Typography.Text type="secondary">{t('leak.judgedBy', { name: judgedBy })}</Typography.Text>}
            {!isOwnActivity && (
              <Space wrap size="small">
                <Button
                  size="small"
                  disabled={busy}
                  onClick={() => void judge([id], judgement === 'open' ? 'fine' : 'open')}
                >
                  {t(judgement === 'open' ? 'leak.sayFine' : 'leak.reopen')}
                </Button>
                {file && judgement === 'open' && <Redaction work={work} file={file} onDone={onChanged} />}
              </Space>
            )}
          </li>
        ))}
      </ul>
      {!isOwnActivity && open.length > 1 && (
        <Button
          size="small"
          loading={busy}
          onClick={() =>
            void judge(
              open.map(({ id }) => id),
              'fine',
            )
          }
        >
          {t('leak.allFine', { count: open.length })}
        </Button>
      )}
    </>
  )
}
