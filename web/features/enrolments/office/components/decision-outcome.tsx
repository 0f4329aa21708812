import { Alert, Button, Space } from 'antd'
import { Failures } from '../../../admin-ui/components/bulk-lists.tsx'
import type { Outcome } from '../decide.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'

interface DecisionOutcomeProps {
  outcome: Outcome
  busy: boolean
  onUndo: () => void
  onClose: () => void
}

/** The decisions made, when they will be notified, and the failures with their reasons. */
export const DecisionOutcome = ({ outcome, busy, onUndo, onClose }: DecisionOutcomeProps) => {
  const { t, clock } = useEnrolmentWords()
  const { decision, decided, refused, notifyAt } = outcome
  const isUndoable = decided.length > 0 && decision !== 'submitted'
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {decided.length > 0 && (
        <Alert
          type="success"
          role="status"
          showIcon
          closable={{ onClose, 'aria-label': t('close') }}
          title={t(`done.${decision}`, { count: decided.length })}
          {...(notifyAt && { description: t('takeBackUntil', { time: clock(notifyAt) }) })}
          action={
            isUndoable && (
              <Button size="small" loading={busy} onClick={onUndo}>
                {t('undo')}
              </Button>
            )
          }
        />
      )}
      {refused.length > 0 && (
        <Alert
          type="error"
          role="alert"
          showIcon
          closable={{ onClose, 'aria-label': t('close') }}
          title={t('refused', { count: refused.length })}
          description={
            <Failures
              failed={refused}
              rowKey="id"
              nameOf={({ number, team }) => `${number ?? t('noNumber')} · ${team.name}`}
            />
          }
        />
      )}
    </Space>
  )
}
