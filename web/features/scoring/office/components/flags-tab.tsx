import { Checkbox, Empty, Space, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import { listFlags, resolveFlag, type OfficeFlag } from '@lectern/contract/review/review-board.ts'
import { maxReasonLength } from '@lectern/contract/review/review-values.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { Link } from '../../../../router/link.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { TextDialog } from '../../../admin-ui/components/text-dialog.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { roundAddress } from '../../../rounds/office/round-address.ts'
import { defineTab, type RoundTabProps } from '../../../rounds/office/round-tab.ts'
import { useScoringWords } from '../scoring-words.ts'

type Flags = AnswerOf<typeof contract.listFlags>

const quiet = { display: 'block', color: 'var(--ink-2)' }
const typed = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

interface AnswerDialogProps {
  flag: OfficeFlag
  /** Throws if it was refused: the dialog stays open with what was typed. */
  onSend: (resolution: string) => Promise<unknown>
  onClose: () => void
}

const AnswerDialog = ({ flag, onSend, onClose }: AnswerDialogProps) => {
  const { t } = useScoringWords()
  return (
    <TextDialog
      title={t('flag.answerTo', { name: flag.expert, code: flag.code })}
      help={
        <>
          {t(`flag.${flag.kind}`)}
          {flag.text && <span style={{ ...quiet, ...typed }}>{flag.text}</span>}
        </>
      }
      label={t('flag.resolution')}
      missing={t('flag.resolutionNeeded')}
      action={t('flag.done')}
      limit={maxReasonLength}
      onSend={onSend}
      onClose={onClose}
    />
  )
}

const useColumns = (round: Round): TableColumnType<OfficeFlag>[] => {
  const { t, intl } = useScoringWords()
  const format = (moment: string): string => intl.formatMoment(moment, 'dayAndTime', round.timeZone)
  return [
    {
      key: 'kind',
      title: t('flag.report'),
      width: 260,
      render: (_, { kind, text }) => (
        <>
          {t(`flag.${kind}`)}
          {text && <span style={{ ...quiet, ...typed }}>{text}</span>}
        </>
      ),
    },
    {
      key: 'work',
      title: t('work'),
      width: 180,
      render: (_, { code, title }) => (
        <>
          <Link to={`${roundAddress(round.id, 'works')}&search=${code}`}>
            <code>{code}</code>
          </Link>
          <span style={quiet}>{title}</span>
        </>
      ),
    },
    { key: 'expert', title: t('expert'), render: (_, { expert }) => expert },
    {
      key: 'at',
      title: intl.formatMessage({ id: 'office.time' }),
      render: (_, { at }) => <span style={{ whiteSpace: 'nowrap' }}>{format(at)}</span>,
    },
    {
      key: 'state',
      title: t('state'),
      width: 220,
      render: (_, { resolvedAt, resolvedBy, resolution }) =>
        resolvedAt === null ? (
          <StateTag tone="waiting">{t('flag.open')}</StateTag>
        ) : (
          <>
            <StateTag tone="good">{t('flag.resolved')}</StateTag>
            <span style={{ display: 'block', ...typed }}>{resolution}</span>
            <small style={quiet}>{[resolvedBy, format(resolvedAt)].filter(Boolean).join(' · ')}</small>
          </>
        ),
    },
  ]
}

const FlagsTab = ({ client, round, data: page, pagesOf, onChanged }: RoundTabProps<Flags>) => {
  const { t } = useScoringWords()
  const { query, busy, change } = useListAddress()
  const size = useTableSize()
  const columns = useColumns(round)
  const actionsColumn = useActionsColumn()
  const [answered, setAnswered] = useState<OfficeFlag>()
  const isOpenOnly = query.get('open') === 'true'
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar list="roundFlag" keptNames={['tab']}>
        <Checkbox checked={isOpenOnly} onChange={({ target }) => change({ open: target.checked ? 'true' : undefined })}>
          {t('flag.onlyOpen')}
        </Checkbox>
      </FilterBar>
      <Table<OfficeFlag>
        rowKey="id"
        size={size}
        loading={busy}
        dataSource={page.list}
        pagination={pagesOf(page)}
        {...wideTable(page.list)}
        locale={{ emptyText: <Empty image={null} description={t(isOpenOnly ? 'flag.noneOpen' : 'flag.none')} /> }}
        columns={[
          ...columns,
          actionsColumn<OfficeFlag>(
            ({ expert, code }) => `${expert} · ${code}`,
            (flag) =>
              flag.resolvedAt === null
                ? [{ key: 'answer', label: t('flag.answer'), onClick: () => setAnswered(flag) }]
                : [],
          ),
        ]}
      />
      {answered && (
        <AnswerDialog
          flag={answered}
          onSend={async (resolution) => {
            await client(resolveFlag, { params: { id: round.id, flag: answered.id }, body: { resolution } })
            onChanged()
          }}
          onClose={() => setAnswered(undefined)}
        />
      )}
    </Space>
  )
}

const names = ['open', 'page', 'pageSize'] as const

export const flagsTab = defineTab<Flags>({
  key: 'flags',
  label: 'office.scoring.flags',
  load: ({ round, query, client }) =>
    client(
      listFlags,
      { params: { id: round.id }, query: pickQuery<QueryInputOf<typeof contract.listFlags>>(query, names) },
      { skipErrorHandler: true },
    ),
  component: FlagsTab,
  isShown: ({ rulesHash }) => rulesHash !== null,
})
