import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Typography } from 'antd'
import { useState } from 'react'
import { expertMoves, type ExpertState } from '@lectern/contract/experts/expert-values.ts'
import { moveExpert, type ExpertItem } from '@lectern/contract/experts/experts.ts'
import type { Client } from '../../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { Failures, Names } from '../../../admin-ui/components/bulk-lists.tsx'
import { SelectionBar } from '../../../admin-ui/components/selection-bar.tsx'
import { inTurn } from '../../../admin-ui/in-turn.ts'

const targets = ['published', 'archived'] as const satisfies readonly ExpertState[]
type Target = (typeof targets)[number]

const mayMove = ({ state }: ExpertItem, target: Target): boolean =>
  (expertMoves[state] as readonly ExpertState[]).includes(target)

interface ExpertBulkProps {
  client: Client
  selected: readonly ExpertItem[]
  nameOf: (expert: ExpertItem) => string
  /** Called when all rows have been processed. */
  onDone: () => void
  onClear: () => void
}

/** Publishes or archives the selected experts after a confirmation that lists them; failures are shown afterwards. */
export const ExpertBulk = ({ client, selected, nameOf, onDone, onClear }: ExpertBulkProps) => {
  const intl = useIntl()
  const { modal, message } = App.useApp()
  const [done, setDone] = useState<number>()
  const t = (key: IdAfter<'office.experts.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.experts.${key}` }, values)
  const run = async (target: Target, experts: readonly ExpertItem[]): Promise<void> => {
    setDone(0)
    const failed = await inTurn(
      experts,
      ({ id, version }) =>
        client(moveExpert, { params: { id }, body: { state: target, version } }, { skipErrorHandler: true }),
      setDone,
    )
    setDone(undefined)
    onDone()
    if (failed.length === 0) return void message.success(t('bulk.done', { count: experts.length }))
    modal.error({
      title: t('bulk.failed', { count: failed.length }),
      content: <Failures failed={failed} rowKey="id" nameOf={nameOf} />,
    })
  }
  const ask = (target: Target): void => {
    const experts = selected.filter((expert) => mayMove(expert, target))
    modal.confirm({
      title: t(`bulk.${target}`, { count: experts.length }),
      content: <Names items={experts} rowKey="id" nameOf={nameOf} more={(count) => t('bulk.more', { count })} />,
      okText: t(`move.${target}`),
      onOk: () => void run(target, experts),
    })
  }
  if (selected.length === 0) return null
  return (
    <SelectionBar label={t('bulk.label')}>
      <Typography.Text strong role="status">
        {done === undefined
          ? t('bulk.selected', { count: selected.length })
          : t('bulk.progress', { done, count: selected.length })}
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
    </SelectionBar>
  )
}
