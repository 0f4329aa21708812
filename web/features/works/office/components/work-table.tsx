import { Grid, Space, type TableColumnType } from 'antd'
import type { ListedWork } from '@lectern/contract/work-office.ts'
import { Link } from '../../../../router/link.tsx'
import { useRouter } from '../../../../router/router-context.tsx'
import { go } from '../../../../router/history.ts'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { ListTable, type ListState } from '../../../admin-ui/components/list-table.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { orderOf } from '../../../admin-ui/table-order.ts'
import { editAddress, officeAddress, receiptUrl, type WorkColumn } from '../list-query.ts'
import { useWorkWords } from '../work-words.ts'
import { WorkMarks, WorkState } from './work-state.tsx'

const moments: readonly WorkColumn[] = ['submittedAt', 'decidedAt']

/** Each column as far as it differs from plain text. */
const useColumns = (query: URLSearchParams): Record<WorkColumn, TableColumnType<ListedWork>> => {
  const { t, region, notifiedAt } = useWorkWords()
  const { md: hasRoom = false } = Grid.useBreakpoint()
  return {
    number: {
      // It stays in sight where there is room for more beside it.
      ...(hasRoom && { fixed: 'start' as const }),
      sorter: true,
      render: (_, { id, number }) => (
        <Link to={officeAddress(query, id)} style={{ whiteSpace: 'nowrap' }}>
          {number}
        </Link>
      ),
    },
    // Beyond these widths words go on in the next line, so that the usual columns have room beside each other.
    title: { width: 170, render: (_, { title }) => title || <small>{t('untitled')}</small> },
    team: { width: 100, render: (_, { team }) => team.name },
    activity: { width: 130, render: (_, { activity }) => <span lang={activity.locale}>{activity.name}</span> },
    captain: {
      width: 130,
      render: (_, { captain, school }) => (
        <>
          {captain}
          {school && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{school}</small>}
        </>
      ),
    },
    school: { width: 130 },
    province: { width: 85, render: (_, { province }) => region(province) },
    submittedAt: {
      width: 130,
      sorter: true,
      render: (_, { submission, submittedAt }) =>
        submittedAt && (
          <>
            <Moment value={submittedAt} />
            {submission !== null && (
              <small style={{ display: 'block', color: 'var(--ink-2)' }}>{t('submission', { submission })}</small>
            )}
          </>
        ),
    },
    state: {
      width: 120,
      render: (_, { state, notifyAt, isOwnActivity }) => (
        <Space size={4} wrap>
          <WorkState state={state} />
          {isOwnActivity && (
            <StateTag tone="quiet" title={t('ownActivity.why')}>
              {t('ownActivity')}
            </StateTag>
          )}
          {notifyAt && <small>{notifiedAt(notifyAt)}</small>}
        </Space>
      ),
    },
    marks: { width: 150, render: (_, work) => <WorkMarks {...work} /> },
    decidedAt: { width: 130, render: (_, { decidedAt }) => decidedAt && <Moment value={decidedAt} /> },
    reason: { ellipsis: true, width: 240 },
  }
}

interface WorkTableProps extends ListState<ListedWork> {
  works: readonly ListedWork[]
  columns: readonly WorkColumn[]
  query: URLSearchParams
}

export const WorkTable = ({ works, columns, query, ...standing }: WorkTableProps) => {
  const { t } = useWorkWords()
  const router = useRouter()
  const zoned = useZoned()
  const looks = useColumns(query)
  const actionsColumn = useActionsColumn()
  const sort = query.get('sort') ?? '-submittedAt'
  const actionsOf = ({ id, submission }: ListedWork): RowAction[] => [
    { key: 'open', label: t('open'), onClick: () => void go(router, officeAddress(query, id)) },
    { key: 'edit', label: t('editFor'), onClick: () => void go(router, editAddress(id)) },
    ...(submission === null
      ? []
      : [
          {
            key: 'receipt',
            label: t('receipt'),
            onClick: () => window.location.assign(receiptUrl(id, submission)),
          },
        ]),
  ]
  return (
    <ListTable
      {...standing}
      list={works}
      rowKey="id"
      none={t('none')}
      isFixed={({ isOwnActivity }) => isOwnActivity}
      selectLabel={({ number, isOwnActivity }) =>
        isOwnActivity ? t('ownActivity.why') : t('select', { name: number })
      }
      selectPageLabel={t('selectPage')}
      columns={[
        ...columns.map((name) => ({
          ...looks[name],
          key: name,
          dataIndex: name,
          title: moments.includes(name) ? zoned(t(`column.${name}`)) : t(`column.${name}`),
          sortOrder: orderOf(sort, name),
          // The latest come first without asking; the next click turns that round.
          sortDirections:
            name === 'submittedAt' ? ['descend' as const, 'ascend' as const] : ['ascend' as const, 'descend' as const],
        })),
        actionsColumn<ListedWork>(({ number }) => number, actionsOf),
      ]}
    />
  )
}
