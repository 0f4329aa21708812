import type { ListedBelow } from '@lectern/contract/recommendations/recommendations-above.ts'
import { Empty, Space, Table, type TablePaginationConfig } from 'antd'
import { Link } from '../../../../router/link.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { recommendationAddress, toneOfList, useRecommendWords } from '../recommend-words.ts'

interface ListsTableProps {
  activity: string
  lists: readonly ListedBelow[]
  pages: TablePaginationConfig
  busy: boolean
  onLedger: (list: ListedBelow) => void
}

/** Lists of institutions, as the nation sees them. */
export const ListsTable = ({ activity, lists, pages, busy, onLedger }: ListsTableProps) => {
  const { t, shared } = useRecommendWords()
  const zoned = useZoned()
  const size = useTableSize()
  const actionsColumn = useActionsColumn()
  return (
    <Table<ListedBelow>
      rowKey={({ institution }) => institution.id}
      size={size}
      loading={busy}
      dataSource={lists}
      pagination={pages}
      {...wideTable(lists)}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('lists.none')} /> }}
      columns={[
        {
          key: 'institution',
          title: t('institution'),
          width: 220,
          render: (_, { institution }) => (
            <>
              <Link to={recommendationAddress(activity, institution.id)}>{institution.name}</Link>
              <small style={{ display: 'block', color: 'var(--ink-2)' }}>{shared(`kind.${institution.kind}`)}</small>
            </>
          ),
        },
        {
          key: 'state',
          title: t('state'),
          render: (_, { state, isLate }) => (
            <Space size={4} wrap>
              <StateTag tone={toneOfList[state]}>{shared(`state.${state}`)}</StateTag>
              {isLate && <StateTag tone="bad">{shared('late')}</StateTag>}
            </Space>
          ),
        },
        {
          key: 'places',
          title: shared('column.recommended'),
          align: 'right',
          render: (_, { recommended, quota }) => shared('column.recommended.of', { used: recommended, quota }),
        },
        {
          key: 'verdicts',
          title: t('verdicts'),
          render: (_, { passed, changes, refused }) =>
            passed + changes + refused > 0 ? t('verdicts.short', { passed, changes, refused }) : '–',
        },
        {
          key: 'handedInAt',
          title: zoned(shared('column.handedInAt')),
          render: (_, { handedInAt, timeZone }) =>
            handedInAt === null ? '–' : <Moment value={handedInAt} timeZone={timeZone} />,
        },
        {
          key: 'officers',
          title: shared('column.officers'),
          render: (_, { officers }) => (officers.length > 0 ? officers.join(' · ') : shared('officers.none')),
        },
        actionsColumn<ListedBelow>(
          ({ institution }) => institution.name,
          (list) => [{ key: 'ledger', label: t('ledger'), onClick: () => onLedger(list) }],
        ),
      ]}
    />
  )
}
