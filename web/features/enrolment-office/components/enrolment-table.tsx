import { Grid, Space, Table, Tag, type TableColumnType, type TablePaginationConfig } from 'antd'
import type { ListedEnrolment } from '@lectern/contract/enrolment-office.ts'
import { Link } from '../../../router/link.tsx'
import { Moment, useZoned } from '../../office/components/moment.tsx'
import { wideTable } from '../../office/wide-table.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { officeAddress, type EnrolmentColumn } from '../list-query.ts'
import { EnrolmentState } from './enrolment-state.tsx'

const moments: readonly EnrolmentColumn[] = ['submittedAt', 'decidedAt', 'resubmitBy']

/** Each column as far as it differs from plain text. */
const useColumns = (query: URLSearchParams): Record<EnrolmentColumn, TableColumnType<ListedEnrolment>> => {
  const { say, region, clock } = useEnrolmentWords()
  const { md: hasRoom = false } = Grid.useBreakpoint()
  return {
    number: {
      // It stays in sight where there is room for more beside it.
      ...(hasRoom && { fixed: 'start' as const }),
      sorter: true,
      render: (_, { id, number }) => (
        <Link to={officeAddress(query, id)} style={{ whiteSpace: 'nowrap' }}>
          {number ?? say('noNumber')}
        </Link>
      ),
    },
    // Beyond these widths words go on in the next line, so that the usual columns have room beside each other.
    team: { width: 110, render: (_, { team }) => team.name },
    activity: { width: 140, render: (_, { activity }) => <span lang={activity.locale}>{activity.name}</span> },
    state: {
      width: 120,
      render: (_, { state, tellAt, inGrace }) => (
        <Space size={4} wrap>
          <EnrolmentState state={state} />
          {inGrace && <Tag style={{ whiteSpace: 'normal' }}>{say('inGrace')}</Tag>}
          {tellAt && <small>{say('tellAt', { time: clock(tellAt) })}</small>}
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

interface EnrolmentTableProps {
  enrolments: readonly ListedEnrolment[]
  columns: readonly EnrolmentColumn[]
  query: URLSearchParams
  pages: TablePaginationConfig
  busy: boolean
  onSort: (sort: string | undefined) => void
  selected: readonly ListedEnrolment[]
  onSelect: (enrolments: ListedEnrolment[]) => void
}

export const EnrolmentTable = (props: EnrolmentTableProps) => {
  const { enrolments, columns, query, pages, busy, onSort, selected, onSelect } = props
  const { say } = useEnrolmentWords()
  const zoned = useZoned()
  const looks = useColumns(query)
  const sort = query.get('sort') ?? '-submittedAt'
  const orderOf = (name: EnrolmentColumn) => {
    if (sort.replace('-', '') !== name) return null
    return sort.startsWith('-') ? ('descend' as const) : ('ascend' as const)
  }
  return (
    <Table<ListedEnrolment>
      rowKey="id"
      size="small"
      loading={busy}
      dataSource={enrolments}
      pagination={pages}
      {...wideTable(enrolments)}
      locale={{ emptyText: say('none') }}
      rowSelection={{
        selectedRowKeys: selected.map(({ id }) => id),
        preserveSelectedRowKeys: true,
        onChange: (_, rows) => onSelect(rows),
        getCheckboxProps: ({ number, team }) => ({ 'aria-label': say('select', { name: number ?? team.name }) }),
        getTitleCheckboxProps: () => ({ 'aria-label': say('selectPage') }),
      }}
      onChange={(_, __, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return
        onSort(sorter.order ? `${sorter.order === 'descend' ? '-' : ''}${String(sorter.columnKey)}` : undefined)
      }}
      columns={columns.map((name) => ({
        ...looks[name],
        key: name,
        dataIndex: name,
        title: moments.includes(name) ? zoned(say(`column.${name}`)) : say(`column.${name}`),
        sortOrder: orderOf(name),
        // The latest come first without asking; the next click turns that round.
        sortDirections: name === 'submittedAt' ? ['descend', 'ascend'] : ['ascend', 'descend'],
      }))}
    />
  )
}
