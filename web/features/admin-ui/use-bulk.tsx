import { Alert, App, Button, Modal, Progress } from 'antd'
import { useState, type ReactNode } from 'react'
import { Failures, Names } from './components/bulk-lists.tsx'
import { inTurn, type Failed } from './in-turn.ts'

type BulkText = 'close' | 'bulk.done' | 'bulk.progress' | 'bulk.failed' | 'bulk.more'

interface Bulk<Item, Action extends string> {
  rowKey: keyof Item & string
  nameOf: (item: Item) => ReactNode
  /** Messages: the label of each action, and `bulk.<action>` for the texts about many rows. */
  t: (key: BulkText | Action | `bulk.${Action}`, values?: Record<string, number>) => string
  work: (item: Item, action: Action) => Promise<unknown>
  /** Called when all rows have been processed. */
  onDone: () => void
}

interface Run<Item, Action extends string> {
  action: Action
  count: number
  done: number
  failed?: Failed<Item>[]
}

interface OutcomeProps<Item, Action extends string> extends Pick<Bulk<Item, Action>, 'rowKey' | 'nameOf' | 't'> {
  run: Run<Item, Action>
  onClose: () => void
}

const Outcome = <Item, Action extends string>({ run, rowKey, nameOf, t, onClose }: OutcomeProps<Item, Action>) => {
  const { action, count, done, failed } = run
  const [isOpen, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={isOpen}
      title={t(`bulk.${action}`, { count })}
      closable={failed !== undefined}
      mask={{ closable: false }}
      keyboard={failed !== undefined}
      onCancel={close}
      afterClose={onClose}
      footer={
        <Button type="primary" disabled={!failed} onClick={close}>
          {t('close')}
        </Button>
      }
    >
      <div role="status">
        {failed ? t('bulk.done', { count: count - failed.length }) : t('bulk.progress', { done, count })}
      </div>
      <Progress
        percent={Math.round((done / count) * 100)}
        showInfo={false}
        aria-label={t(`bulk.${action}`, { count })}
      />
      {failed && failed.length > 0 && (
        <Alert
          type="error"
          role="alert"
          title={t('bulk.failed', { count: failed.length })}
          description={<Failures failed={failed} rowKey={rowKey} nameOf={nameOf} />}
        />
      )}
    </Modal>
  )
}

/**
 * Runs an action on many rows, after a confirmation that lists them. The dialog `outcome` shows progress and failures.
 */
export const useBulk = <Item, Action extends string>({ rowKey, nameOf, t, work, onDone }: Bulk<Item, Action>) => {
  const { modal } = App.useApp()
  const [run, setRun] = useState<Run<Item, Action>>()
  const start = async (action: Action, items: readonly Item[]): Promise<void> => {
    const begun = { action, count: items.length, done: 0 }
    setRun(begun)
    const failed = await inTurn(
      items,
      (item) => work(item, action),
      (done) => setRun({ ...begun, done }),
    )
    setRun({ ...begun, done: items.length, failed })
    onDone()
  }
  return {
    ask: (action: Action, items: readonly Item[], { danger = false } = {}): void =>
      void modal.confirm({
        title: t(`bulk.${action}`, { count: items.length }),
        content: <Names items={items} rowKey={rowKey} nameOf={nameOf} more={(count) => t('bulk.more', { count })} />,
        okText: t(action),
        okButtonProps: { danger },
        onOk: () => void start(action, items),
      }),
    outcome: run && <Outcome run={run} rowKey={rowKey} nameOf={nameOf} t={t} onClose={() => setRun(undefined)} />,
  }
}
