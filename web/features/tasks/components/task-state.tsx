import type { BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import { Progress, Typography } from 'antd'
import { useIntl } from '../../../ui/intl.tsx'
import { StateTag, type Tone } from '../../admin-ui/components/state-tag.tsx'
import styles from './task-state.module.css'

const tones: Record<BackgroundTask['state'], Tone> = {
  waiting: 'active',
  running: 'active',
  done: 'good',
  failed: 'bad',
  cancelled: 'quiet',
}

/** How a task stands: its state, how far it has come, when it is tried again, and why it failed. */
export const TaskState = ({ task }: { task: BackgroundTask }) => {
  const intl = useIntl()
  const { state, subject, done, total, retryAt, error } = task
  const isCounted = state === 'running' && done !== null && total !== null && total > 0
  return (
    <div className={`stack gap-4 ${styles.state}`}>
      <StateTag tone={tones[state]}>{intl.formatMessage({ id: `office.tasks.state.${state}` })}</StateTag>
      {isCounted && (
        <Progress
          size="small"
          percent={Math.floor((done / total) * 100)}
          aria-label={intl.formatMessage({ id: 'office.tasks.progress' }, { name: subject })}
        />
      )}
      {retryAt !== null && (
        <Typography.Text type="secondary">
          {intl.formatMessage({ id: 'office.tasks.retryAt' }, { moment: intl.formatMoment(retryAt, 'time') })}
        </Typography.Text>
      )}
      {error !== null && (
        <Typography.Text className={styles.error!} type="secondary" lang="en">
          {error}
        </Typography.Text>
      )}
    </div>
  )
}
