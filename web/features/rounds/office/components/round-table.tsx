import { Button, Empty, Space, Table, type TableColumnType, type TablePaginationConfig } from 'antd'
import type { ListedRound } from '@lectern/contract/rounds/rounds.ts'
import { Link } from '../../../../router/link.tsx'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { OwnActivityTag } from '../../../admin-ui/components/own-activity-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { roundAddress } from '../round-address.ts'
import { useRoundWords } from '../round-words.ts'
import { RoundState } from './round-state.tsx'

const WholeMoment = ({ value }: { value: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    <Moment value={value} />
  </span>
)

interface RoundTableProps {
  rounds: readonly ListedRound[]
  pages: TablePaginationConfig
  busy: boolean
  /** Undefined: there is no activity to review yet. */
  onCreate: (() => void) | undefined
}

export const RoundTable = ({ rounds, pages, busy, onCreate }: RoundTableProps) => {
  const { t } = useRoundWords()
  const zoned = useZoned()
  const size = useTableSize()
  const columns: TableColumnType<ListedRound>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 200,
      render: (_, { id, name, locale, kind, mode, whyNot }) => (
        <>
          {whyNot === null ? (
            <Link to={roundAddress(id)} lang={locale}>
              {name}
            </Link>
          ) : (
            <span lang={locale}>{name}</span>
          )}
          <small style={{ display: 'block', color: 'var(--ink-2)' }}>
            {t(kind === 'advice' ? 'kind.advice' : `mode.${mode}`)}
          </small>
        </>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      render: (_, { state, whyNot }) => (
        <Space size={4} wrap>
          <RoundState state={state} />
          {whyNot !== null && <OwnActivityTag why={whyNot} />}
        </Space>
      ),
    },
    {
      key: 'activities',
      title: t('activities'),
      width: 220,
      render: (_, { activities }) => activities.map(({ name }) => name).join(' · '),
    },
    {
      key: 'window',
      title: zoned(t('window')),
      render: (_, { opensAt, closesAt }) =>
        opensAt && closesAt ? (
          <FormattedMessage
            id="office.rounds.from"
            values={{ from: <WholeMoment key="from" value={opensAt} />, to: <WholeMoment key="to" value={closesAt} /> }}
          />
        ) : (
          <small>{t('unset')}</small>
        ),
    },
    { key: 'works', title: t('works'), align: 'right', render: (_, { works }) => works },
    { key: 'experts', title: t('experts'), align: 'right', render: (_, { experts }) => experts },
    {
      key: 'finished',
      title: t('finished'),
      align: 'right',
      render: (_, { finished, assignments }) => (assignments > 0 ? `${finished} / ${assignments}` : '–'),
    },
  ]
  return (
    <Table<ListedRound>
      rowKey="id"
      size={size}
      loading={busy}
      dataSource={rounds}
      pagination={pages}
      {...wideTable(rounds)}
      columns={columns}
      locale={{
        emptyText: (
          <Empty description={t('none')}>
            {onCreate && (
              <Button type="primary" aria-haspopup="dialog" onClick={onCreate}>
                {t('create')}
              </Button>
            )}
          </Empty>
        ),
      }}
    />
  )
}
