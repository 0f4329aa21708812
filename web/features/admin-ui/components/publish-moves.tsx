import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Modal, Space, Typography } from 'antd'
import { useState } from 'react'
import { publishMoves, type PublishState as State } from '@lectern/contract/pages/publish-values.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { MomentField } from './moment-field.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PublishState } from './publish-state.tsx'

interface PublishMovesProps {
  state: State
  publishedAt: string | null
  /** Unsaved changes would not be published. */
  isUnsaved: boolean
  /** The request shows errors, except those about the time, which are shown at the field. */
  onMove: (state: State, publishedAt?: string) => Promise<unknown>
}

/** The state and its possible moves; rescheduling is a move too. */
export const PublishMoves = ({ state, publishedAt, isUnsaved, onMove }: PublishMovesProps) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const [busy, setBusy] = useState<State>()
  const [isScheduling, setScheduling] = useState(false)
  const [when, setWhen] = useState<string | null>(publishedAt)
  const [problem, setProblem] = useState<string>()
  const t = (key: IdAfter<'office.publishing.'>): string => intl.formatMessage({ id: `office.publishing.${key}` })
  const move = async (next: State, moment?: string): Promise<void> => {
    setBusy(next)
    setProblem(undefined)
    try {
      await onMove(next, moment)
      setScheduling(false)
      void message.success(t(`moved.${next}`))
    } catch (error) {
      setProblem(problemsOf(error)?.[0]?.message)
    } finally {
      setBusy(undefined)
    }
  }
  const moves: readonly State[] = state === 'scheduled' ? ['scheduled', ...publishMoves.scheduled] : publishMoves[state]
  return (
    <Space wrap>
      <PublishState state={state} />
      {publishedAt && state !== 'draft' && <Moment value={publishedAt} />}
      {moves.map((next) => (
        <Button
          key={next}
          disabled={isUnsaved}
          loading={busy === next && !isScheduling}
          title={isUnsaved ? t('saveFirst') : undefined}
          onClick={() => (next === 'scheduled' ? setScheduling(true) : void move(next))}
        >
          {t(`move.${next}`)}
        </Button>
      ))}
      {problem && !isScheduling && (
        <Typography.Text type="danger" role="alert">
          {problem}
        </Typography.Text>
      )}
      <Modal
        open={isScheduling}
        title={t('move.scheduled')}
        okText={t('move.scheduled')}
        confirmLoading={busy === 'scheduled'}
        onOk={() => void move('scheduled', when ?? undefined)}
        onCancel={() => setScheduling(false)}
      >
        <label>
          {t('when')}
          <MomentField value={when} onChange={setWhen} />
        </label>
        {problem && (
          <Typography.Text type="danger" role="alert">
            {problem}
          </Typography.Text>
        )}
      </Modal>
    </Space>
  )
}
