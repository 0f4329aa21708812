import { Alert, App, Button, Modal, Progress, Space, Typography } from 'antd'
import { useState } from 'react'
import { publishMoves, type PublishState } from '@lectern/contract/publish-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { inTurn, type Failed } from '../../members/in-turn.ts'

const actions = { publish: 'published', archive: 'archived' } as const satisfies Record<string, PublishState>
type Action = keyof typeof actions

/** Something with a date of publication, by the title that the reader knows it by. */
interface Publishable {
  id: string
  state: PublishState
  title: string
  /** The title's language, where it may be another than the reader's. */
  locale?: string
}

interface Run<Item> {
  action: Action
  count: number
  done: number
  failed?: Failed<Item>[]
}

const mayMove = ({ state }: Publishable, action: Action): boolean =>
  (publishMoves[state] as readonly PublishState[]).includes(actions[action])

const useWords = () => {
  const intl = useIntl()
  return (key: string, values?: Record<string, number>): string =>
    intl.formatMessage({ id: `office.publishing.${key}` }, values)
}

const titlesShown = 10

const Titles = ({ items }: { items: readonly Publishable[] }) => {
  const say = useWords()
  const rest = items.length - titlesShown
  return (
    <ul style={{ paddingInlineStart: 20 }}>
      {items.slice(0, titlesShown).map(({ id, title, locale }) => (
        <li key={id} lang={locale}>
          {title}
        </li>
      ))}
      {rest > 0 && <li>{say('bulk.more', { count: rest })}</li>}
    </ul>
  )
}

const Outcome = ({ run, onClose }: { run: Run<Publishable>; onClose: () => void }) => {
  const say = useWords()
  const { action, count, done, failed } = run
  const [isOpen, setOpen] = useState(true)
  const close = (): void => setOpen(false)
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
      <div role="status">
        {failed ? say('bulk.done', { count: count - failed.length }) : say('bulk.progress', { done, count })}
      </div>
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
                <li key={item.id}>
                  <span lang={item.locale}>{item.title}</span>: {why}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Modal>
  )
}

interface PublishBulkProps<Item> {
  selected: readonly Item[]
  move: (item: Item, state: PublishState) => Promise<unknown>
  /** Everything that could be done is done. */
  onDone: () => void
  onClear: () => void
}

/** Publishes or archives all that are selected, named before it is done. */
export const PublishBulk = <Item extends Publishable>({ selected, move, onDone, onClear }: PublishBulkProps<Item>) => {
  const { modal } = App.useApp()
  const say = useWords()
  const [run, setRun] = useState<Run<Item>>()
  const start = async (action: Action, items: readonly Item[]): Promise<void> => {
    const begun = { action, count: items.length, done: 0 }
    setRun(begun)
    const failed = await inTurn(
      items,
      (item) => move(item, actions[action]),
      (done) => setRun({ ...begun, done }),
    )
    setRun({ ...begun, done: items.length, failed })
    onDone()
  }
  const ask = (action: Action): void => {
    const items = selected.filter((item) => mayMove(item, action))
    modal.confirm({
      title: say(`bulk.${action}`, { count: items.length }),
      content: <Titles items={items} />,
      okText: say(action),
      onOk: () => void start(action, items),
    })
  }
  return (
    <>
      {selected.length > 0 && (
        <Space wrap role="group" aria-label={say('bulk.label')}>
          <Typography.Text strong>{say('bulk.selected', { count: selected.length })}</Typography.Text>
          {(Object.keys(actions) as Action[]).map((action) => (
            <Button
              key={action}
              size="small"
              disabled={!selected.some((item) => mayMove(item, action))}
              onClick={() => ask(action)}
            >
              {say(action)}
            </Button>
          ))}
          <Button size="small" type="link" onClick={onClear}>
            {say('bulk.clear')}
          </Button>
        </Space>
      )}
      {run && <Outcome run={run} onClose={() => setRun(undefined)} />}
    </>
  )
}
