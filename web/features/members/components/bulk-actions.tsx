import { Alert, App, Button, Modal, Progress, Space, Typography } from 'antd'
import { useState } from 'react'
import type { Member } from '@lectern/contract/accounts.ts'
import type { Client } from '../../../request/client.ts'
import { memberSessions, memberStatus } from '../api.ts'
import { inTurn, type Failed } from '../in-turn.ts'
import { fullName, useMemberWords } from '../member-words.ts'

const actions = ['disable', 'enable', 'endSessions'] as const
type Action = (typeof actions)[number]

/** One call for one person; what fails is gathered and told at the end. */
const perform = (client: Client, action: Action, { uid, version }: Member): Promise<unknown> => {
  const quietly = { skipErrorHandler: true }
  if (action === 'endSessions') return client(memberSessions, { params: { uid } }, quietly)
  const status = action === 'disable' ? 'disabled' : 'active'
  return client(memberStatus, { params: { uid }, body: { status, version } }, quietly)
}

interface Run {
  action: Action
  count: number
  done: number
  failed?: Failed<Member>[]
}

const namesShown = 8

const Names = ({ members }: { members: readonly Member[] }) => {
  const { say } = useMemberWords()
  const rest = members.length - namesShown
  return (
    <ul style={{ paddingInlineStart: 20 }}>
      {members.slice(0, namesShown).map((member) => (
        <li key={member.uid}>{fullName(member)}</li>
      ))}
      {rest > 0 && <li>{say('bulk.more', { count: rest })}</li>}
    </ul>
  )
}

const Outcome = ({ run, onClose }: { run: Run; onClose: () => void }) => {
  const { say } = useMemberWords()
  const { action, count, done, failed } = run
  const [isOpen, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  const succeeded = count - (failed?.length ?? 0)
  return (
    <Modal
      open={isOpen}
      title={say(`bulk.${action}`, { count })}
      closable={failed !== undefined}
      mask={{ closable: false }}
      keyboard={failed !== undefined}
      onCancel={close}
      afterClose={onClose}
      footer={
        <Button type="primary" disabled={!failed} onClick={close}>
          {say('close')}
        </Button>
      }
    >
      <div role="status">{failed ? say('bulk.done', { count: succeeded }) : say('bulk.progress', { done, count })}</div>
      <Progress
        percent={Math.round((done / count) * 100)}
        showInfo={false}
        aria-label={say(`bulk.${action}`, { count })}
      />
      {failed && failed.length > 0 && (
        <Alert
          type="error"
          role="alert"
          title={say('bulk.failed', { count: failed.length })}
          description={
            <ul style={{ paddingInlineStart: 20, maxHeight: 240, overflow: 'auto' }}>
              {failed.map(({ item, why }) => (
                <li key={item.uid}>
                  {fullName(item)}: {why}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Modal>
  )
}

interface BulkActionsProps {
  client: Client
  selected: readonly Member[]
  /** Everything that could be done is done. */
  onDone: () => void
  onClear: () => void
}

/** The same for all who are selected, named before it is done. */
export const BulkActions = ({ client, selected, onDone, onClear }: BulkActionsProps) => {
  const { modal } = App.useApp()
  const { say } = useMemberWords()
  const [run, setRun] = useState<Run>()
  const start = async (action: Action, members: readonly Member[]): Promise<void> => {
    const begun = { action, count: members.length, done: 0 }
    setRun(begun)
    const failed = await inTurn(
      members,
      (member) => perform(client, action, member),
      (done) => setRun({ ...begun, done }),
    )
    setRun({ ...begun, done: members.length, failed })
    onDone()
  }
  const ask = (action: Action): void => {
    modal.confirm({
      title: say(`bulk.${action}`, { count: selected.length }),
      content: <Names members={selected} />,
      okText: say(action),
      okButtonProps: { danger: action === 'disable' },
      onOk: () => void start(action, selected),
    })
  }
  return (
    <>
      {selected.length > 0 && (
        <Space wrap role="group" aria-label={say('bulk.label')}>
          <Typography.Text strong>{say('bulk.selected', { count: selected.length })}</Typography.Text>
          {actions.map((action) => (
            <Button key={action} size="small" danger={action === 'disable'} onClick={() => ask(action)}>
              {say(action)}
            </Button>
          ))}
          <Button size="small" type="text" onClick={onClear}>
            {say('bulk.clear')}
          </Button>
        </Space>
      )}
      {run && <Outcome run={run} onClose={() => setRun(undefined)} />}
    </>
  )
}
