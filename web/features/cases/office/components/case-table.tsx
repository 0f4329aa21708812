import { Table, type TableColumnType, type TablePaginationConfig } from 'antd'
import type { CaseSummary } from '@lectern/contract/cases/case-office.ts'
import { Link } from '../../../../router/link.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { EmptyList } from '../../../admin-ui/components/empty-list.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { caseAddress, useCaseWords } from '../case-words.ts'
import { CaseTag } from './case-tag.tsx'

interface CaseTableProps {
  cases: readonly CaseSummary[]
  pages: TablePaginationConfig
  busy: boolean
}

/** The queue, the most urgent first. */
export const CaseTable = ({ cases, pages, busy }: CaseTableProps) => {
  const { t, intl } = useCaseWords()
  const zoned = useZoned()
  const size = useTableSize()
  const columns: TableColumnType<CaseSummary>[] = [
    {
      key: 'number',
      title: t('number'),
      render: (_, { id, number, mayOpen }) => (
        <>
          <Link to={caseAddress(id)}>
            <span translate="no">{number}</span>
          </Link>
          {mayOpen !== null && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{t('reduced')}</small>}
        </>
      ),
    },
    { key: 'kind', title: t('kind'), render: (_, { kind }) => intl.formatMessage({ id: `case.kind.${kind}` }) },
    { key: 'state', title: t('state'), render: (_, { state }) => <CaseTag state={state} /> },
    { key: 'activity', title: t('activity'), width: 240, render: (_, { activity }) => activity.name },
    { key: 'received', title: zoned(t('received')), render: (_, { receivedAt }) => <Moment value={receivedAt} /> },
    {
      key: 'due',
      title: zoned(t('due')),
      render: (_, { dueAt, isOverdue, closedAt }) =>
        dueAt ? (
          <>
            <Moment value={dueAt} /> {isOverdue && <StateTag tone="bad">{t('overdue')}</StateTag>}
          </>
        ) : (
          closedAt && (
            <>
              {t('closedAt')} <Moment value={closedAt} />
            </>
          )
        ),
    },
  ]
  return (
    <Table<CaseSummary>
      rowKey="id"
      size={size}
      loading={busy}
      dataSource={cases}
      pagination={pages}
      {...wideTable(cases)}
      columns={columns}
      locale={{ emptyText: <EmptyList noMatch={t('none')} /> }}
    />
  )
}
