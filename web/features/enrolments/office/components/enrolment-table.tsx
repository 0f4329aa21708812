import { Grid, Space, type TableColumnType } from 'antd'
import type { ListedEnrolment } from '@lectern/contract/enrolment-office.ts'
import { go } from '../../../../router/history.ts'
import { Link } from '../../../../router/link.tsx'
import { useRouter } from '../../../../router/router-context.tsx'
import { useIntl } from '../../../../ui/intl.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { ListTable, type ListState } from '../../../admin-ui/components/list-table.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { orderOf } from '../../../admin-ui/table-order.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { officeAddress, type EnrolmentColumn } from '../list-query.ts'
import { EnrolmentState } from './enrolment-state.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

const moments: readonly EnrolmentColumn[] = ['submittedAt', 'decidedAt', 'resubmitBy']

/** Columns that are not plain text. */
const useColumns = (query: URLSearchParams): Record<EnrolmentColumn, TableColumnType<ListedEnrolment>> => {
  const { t, region, notifiedAt } = useEnrolmentWords()
  const { md: hasRoom = false } = Grid.useBreakpoint()
  return {
    number: {
      // Fixed on wide screens.
      ...(hasRoom && { fixed: 'start' as const }),
      sorter: true,
      render: (_, { id, number }) => (
        <Link to={officeAddress(query, id)} style={{ whiteSpace: 'nowrap' }}>
          {number ?? t('noNumber')}
        </Link>
      ),
    },
    // Longer texts wrap, so that the default columns fit.
    team: { width: 110, render: (_, { team }) => team.name },
    activity: { width: 140, render: (_, { activity }) => <span lang={activity.locale}>{activity.name}</span> },
    state: {
      width: 120,
      render: (_, { state, notifyAt, inGrace, isOwnActivity }) => (
        <Space size={4} wrap>
          <EnrolmentState state={state} />
          {inGrace && <StateTag tone="waiting">{t('inGrace')}</StateTag>}
          {isOwnActivity && (
            <StateTag tone="quiet" title={t('ownActivity.why')}>
              {t('ownActivity')}
            </StateTag>
          )}
          {notifyAt && <small>{notifiedAt(notifyAt)}</small>}
        </Space>
      ),
    },
    captain: { width: 80 },
    school: { width: 130 },
    province: { width: 85, render: (_, { province }) => region(province) },
    people: { render: (_, { team }) => team.people },
    submittedAt: {
      width: 130,
      sorter: true,
      render: (_, { submittedAt }) => submittedAt && <Moment value={submittedAt} />,
    },
    decidedAt: { width: 130, render: (_, { decidedAt }) => decidedAt && <Moment value={decidedAt} /> },
    reason: { ellipsis: true, width: 240 },
    resubmitBy: { width: 130, render: (_, { resubmitBy }) => resubmitBy && <Moment value={resubmitBy} /> },
  }
}

interface EnrolmentTableProps extends ListState<ListedEnrolment> {
  enrolments: readonly ListedEnrolment[]
  columns: readonly EnrolmentColumn[]
  query: URLSearchParams
  /** Asks whether to put a team on the waiting list. */
  onPutOnWaitingList: (enrolment: ListedEnrolment) => void
}

export const EnrolmentTable = (props: EnrolmentTableProps) => {
  const { enrolments, columns, query, onPutOnWaitingList, ...standing } = props
  const intl = useIntl()
  const router = useRouter()
  const actionsColumn = useActionsColumn()
  const { t } = useEnrolmentWords()
  const zoned = useZoned()
  const looks = useColumns(query)
  const sort = query.get('sort') ?? '-submittedAt'
  const actionsOf = (item: ListedEnrolment): RowAction[] => [
    {
      key: 'open',
      label: intl.formatMessage({ id: 'office.list.open' }),
      onClick: () => void go(router, officeAddress(query, item.id)),
    },
    ...(item.state === 'draft'
      ? [
          {
            key: 'wait',
            label: intl.formatMessage({ id: 'office.activities.waiting.add' }),
            why: item.isOwnActivity ? t('ownActivity.why') : null,
            onClick: () => onPutOnWaitingList(item),
          },
        ]
      : []),
    {
      key: 'log',
      label: intl.formatMessage({ id: 'office.list.log' }),
      onClick: () => void go(router, `/Admin/Audit?subjectKind=enrolment&subjectId=${item.id}`),
    },
  ]
  return (
    <ListTable
      {...standing}
      list={enrolments}
      rowKey="id"
      none={t('none')}
      isFixed={({ isOwnActivity }) => isOwnActivity}
      selectLabel={({ number, team, isOwnActivity }) =>
        isOwnActivity ? t('ownActivity.why') : t('select', { name: number ?? team.name })
      }
      selectPageLabel={t('selectPage')}
      columns={[
        ...columns.map((name) => ({
          ...looks[name],
          key: name,
          dataIndex: name,
          title: moments.includes(name) ? zoned(t(`column.${name}`)) : t(`column.${name}`),
          sortOrder: orderOf(sort, name),
          // The default is the latest first; the next click reverses it.
          sortDirections:
            name === 'submittedAt' ? ['descend' as const, 'ascend' as const] : ['ascend' as const, 'descend' as const],
        })),
        actionsColumn<ListedEnrolment>(({ number, team }) => number ?? team.name, actionsOf),
      ]}
    />
  )
}
