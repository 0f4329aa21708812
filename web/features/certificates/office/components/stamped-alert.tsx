import { Alert, Button, Space } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { readStamped } from '@lectern/contract/certificates/certificates.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { TaskId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { Link } from '../../../../router/link.tsx'
import { useFollowedTask } from '../../../tasks/use-followed-task.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { ReplaceStamped } from './replace-stamped.tsx'

type Stamped = AnswerOf<typeof readStamped>

interface StampedAlertProps {
  client: Client
  onChanged: () => void
}

/** Offers to replace the certificates that were issued with the stamp of the demo. */
export const StampedAlert = ({ client, onChanged }: StampedAlertProps) => {
  const { t } = useCertificateWords()
  const [stamped, setStamped] = useState<Stamped>()
  const [isAsking, setAsking] = useState(false)
  const [task, setTask] = useState<TaskId | null>(null)
  const [ended, setEnded] = useState<'done' | 'failed'>()
  const load = useCallback(async (): Promise<void> => setStamped(await client(readStamped)), [client])
  useEffect(() => {
    // The request shows its own failure.
    load().catch(() => undefined)
  }, [load])
  const current = useFollowedTask(client, task, ({ state }) => {
    setTask(null)
    setEnded(state === 'done' ? 'done' : 'failed')
    load().catch(() => undefined)
    onChanged()
  })
  if (!stamped || (stamped.certificates === 0 && ended === undefined)) return null
  const count = stamped.certificates
  if (task !== null)
    return (
      <Alert
        type="info"
        showIcon
        role="status"
        title={t('stamped.progress', { ready: current?.done ?? 0, total: current?.total ?? count })}
      />
    )
  return (
    <>
      {ended === 'failed' && (
        <Alert
          type="error"
          showIcon
          title={t('issue.failed')}
          action={<Link to="/Admin/Task">{t('bundle.tasks')}</Link>}
        />
      )}
      {count > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('stamped.title', { count })}
          description={
            // Below the text: beside it, a phone has no room.
            <Space orientation="vertical">
              {ended === 'done' && t('stamped.remaining', { count })}
              <Button type="primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
                {t('stamped.replace')}
              </Button>
            </Space>
          }
        />
      )}
      {isAsking && (
        <ReplaceStamped
          client={client}
          count={count}
          templates={stamped.templates}
          onStarted={setTask}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
