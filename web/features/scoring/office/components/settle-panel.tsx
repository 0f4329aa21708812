import { settleRound } from '@lectern/contract/review/review-board.ts'
import { Alert, App, Button, Space } from 'antd'
import { useEffect, useState } from 'react'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import type { BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import type { Client } from '../../../../request/client.ts'
import { failureOf } from '../../../../request/request-error.ts'
import { Link } from '../../../../router/link.tsx'
import { OpenTasks } from '../../../rounds/office/components/open-tasks.tsx'
import { roundAddress } from '../../../rounds/office/round-address.ts'
import { TaskState } from '../../../tasks/components/task-state.tsx'
import { isUnderWay, useFollowedTask } from '../../../tasks/use-followed-task.ts'
import { useScoringWords } from '../scoring-words.ts'

interface SettlePanelProps {
  client: Client
  round: Round
  /** The newest task that settles this round. */
  task: BackgroundTask | undefined
  onChanged: () => void
}

/** Before a round is settled: why it cannot be, or the button; then how far the task is. */
export const SettlePanel = ({ client, round, task: loaded, onChanged }: SettlePanelProps) => {
  const { t } = useScoringWords()
  const { modal } = App.useApp()
  const [refusal, setRefusal] = useState<string>()
  const task = useFollowedTask(client, loaded && isUnderWay(loaded) ? loaded.id : null, onChanged) ?? loaded
  /** A task that was done when it was read: it may have ended after the round was read. The round is read again, once. */
  const [ended, setEnded] = useState<BackgroundTask>()
  useEffect(() => {
    if (loaded?.state !== 'done' || ended?.id === loaded.id) return
    setEnded(loaded)
    onChanged()
  }, [loaded, ended, onChanged])
  // The round is still to be settled: its settlement was undone by a ruling.
  const isUndone = ended !== undefined && task !== ended && task?.id === ended.id
  const settle = async (): Promise<void> => {
    setRefusal(undefined)
    try {
      const input = { params: { id: round.id }, body: { version: round.version } }
      await client(settleRound, input, { reportedByCaller: ['settlement.refused'] })
    } catch (error) {
      if (failureOf(error)?.error === 'settlement.refused' && error instanceof Error) setRefusal(error.message)
    }
    onChanged()
  }
  const ask = (): void => {
    const content = (
      <>
        {t('settle.help')}
        <OpenTasks round={round} />
      </>
    )
    modal.confirm({ title: t('settle.ask'), content, okText: t('settle'), onOk: settle })
  }
  if (round.may.settle !== null && round.state === 'closed')
    return <Alert type="info" showIcon title={round.may.settle} />
  if (round.may.settle !== null)
    return (
      <Alert
        type="info"
        showIcon
        title={t('result.notYet')}
        description={
          <>
            {t('result.closeFirst')} <Link to={roundAddress(round.id, 'board')}>{t('result.toBoard')}</Link>
          </>
        }
      />
    )
  // A task that is done has settled the round, which is being loaded anew.
  const isBusy = task !== undefined && !isUndone && (isUnderWay(task) || task.state === 'done')
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <p style={{ margin: 0, maxWidth: '70ch' }}>{t('settle.about')}</p>
      {refusal && <Alert type="error" showIcon title={refusal} />}
      {task && !isUndone && (
        <div role="status">
          <TaskState task={task} />
          <Link to="/Admin/Task?kind=settle">{t('settle.tasks')}</Link>
        </div>
      )}
      {!isBusy && (
        <Button type="primary" aria-haspopup="dialog" onClick={ask}>
          {t('settle')}
        </Button>
      )}
    </Space>
  )
}
