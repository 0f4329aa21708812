import { App, Button, Space, Typography } from 'antd'
import { useState } from 'react'
import { expertMoves, type ExpertState } from '@lectern/contract/expert-values.ts'
import type { ExpertItem } from '@lectern/contract/experts.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { inTurn } from '../../members/in-turn.ts'
import { expertMove } from '../office-api.ts'

const targets = ['published', 'archived'] as const satisfies readonly ExpertState[]
type Target = (typeof targets)[number]

const mayMove = ({ state }: ExpertItem, target: Target): boolean =>
  (expertMoves[state] as readonly ExpertState[]).includes(target)

const namesShown = 10

interface ExpertBulkProps {
  client: Client
  selected: readonly ExpertItem[]
  nameOf: (expert: ExpertItem) => string
  /** Everything that could be done is done. */
  onDone: () => void
  onClear: () => void
}

/** Publishes or archives all who are selected, named before it is done; what fails is named after. */
export const ExpertBulk = ({ client, selected, nameOf, onDone, onClear }: ExpertBulkProps) => {
  const intl = useIntl()
  const { modal, message } = App.useApp()
  const [done, setDone] = useState<number>()
  const say = (key: string, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.experts.${key}` }, values)
  const run = async (target: Target, experts: readonly ExpertItem[]): Promise<void> => {
    setDone(0)
    const failed = await inTurn(
      experts,
      ({ id, version }) =>
        client(expertMove, { params: { id }, body: { state: target, version } }, { skipErrorHandler: true }),
      setDone,
    )
    setDone(undefined)
    onDone()
    if (failed.length === 0) return void message.success(say('bulk.done', { count: experts.length }))
    modal.error({
      title: say('bulk.failed', { count: failed.length }),
      content: (
        <ul style={{ paddingInlineStart: 20, maxHeight: 240, overflow: 'auto' }}>
          {failed.map(({ item, why }) => (
            <li key={item.id}>
              {nameOf(item)}: {why}
            </li>
          ))}
        </ul>
      ),
    })
  }
  const ask = (target: Target): void => {
    const experts = selected.filter((expert) => mayMove(expert, target))
    const rest = experts.length - namesShown
    modal.confirm({
      title: say(`bulk.${target}`, { count: experts.length }),
      content: (
        <ul style={{ paddingInlineStart: 20 }}>
          {experts.slice(0, namesShown).map((expert) => (
            <li key={expert.id}>{nameOf(expert)}</li>
          ))}
          {rest > 0 && <li>{say('bulk.more', { count: rest })}</li>}
        </ul>
      ),
      okText: say(`move.${target}`),
      onOk: () => void run(target, experts),
    })
  }
  if (selected.length === 0) return null
  return (
    <Space wrap role="group" aria-label={say('bulk.label')}>
      <Typography.Text strong role="status">
        {done === undefined
          ? say('bulk.selected', { count: selected.length })
          : say('bulk.progress', { done, count: selected.length })}
      </Typography.Text>
      {targets.map((target) => (
        <Button
          key={target}
          size="small"
          disabled={done !== undefined || !selected.some((expert) => mayMove(expert, target))}
          onClick={() => ask(target)}
        >
          <FormattedMessage id={`office.experts.move.${target}`} />
        </Button>
      ))}
      <Button size="small" type="text" onClick={onClear}>
        <FormattedMessage id="office.experts.bulk.clear" />
      </Button>
    </Space>
  )
}
