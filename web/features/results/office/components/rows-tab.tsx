import { Button, Checkbox, Empty, Space, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import { regionName } from '@lectern/contract/regions.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import {
  listResultRows,
  type ActivityResults,
  type ResultList,
  type ResultRow,
} from '@lectern/contract/results/results.ts'
import { Link } from '../../../../router/link.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { exportAddress, printAddress } from '../result-address.ts'
import { defineListTab, type ResultTabProps } from '../result-tab.ts'
import { useResultWords } from '../result-words.ts'
import { AdjustPrize } from './adjust-prize.tsx'
import { OpenTies } from './open-ties.tsx'

type Rows = AnswerOf<typeof contract.listResultRows>
type Props = ResultTabProps<Rows> & { list: ResultList }

const quiet = { display: 'block', color: 'var(--ink-2)' }

const Marks = ({ row }: { row: ResultRow }) => {
  const { t } = useResultWords()
  return (
    <Space size={4} wrap>
      {row.isExcluded && <StateTag tone="bad">{t('mark.excluded')}</StateTag>}
      {row.isTied && <StateTag tone="waiting">{t('mark.tied')}</StateTag>}
      {row.isCapped && (
        <StateTag tone="quiet" title={t('mark.capped.about')}>
          {t('mark.capped')}
        </StateTag>
      )}
      {row.isAdjusted && <StateTag tone="active">{t('mark.adjusted')}</StateTag>}
      {row.isAdjusted && row.adjustmentReason && <small>{row.adjustmentReason}</small>}
    </Space>
  )
}

const useColumns = (list: ResultList, rounds: ActivityResults['rounds']): TableColumnType<ResultRow>[] => {
  const { t, intl, points } = useResultWords()
  const group: TableColumnType<ResultRow> = {
    key: 'group',
    title: t('group'),
    render: (_, row) => row.group?.label ?? '–',
  }
  const nameOf = new Map(rounds.map(({ id, name }) => [id, name]))
  const counted = list.rules.rounds.length > 1 ? list.rules.rounds : []
  return [
    {
      key: 'rank',
      title: t('column.rank'),
      align: 'right',
      render: (_, { rank }) => rank ?? '–',
    },
    {
      key: 'work',
      title: t('work'),
      width: 240,
      render: (_, { work, number, title }) => (
        <>
          {title}
          <small style={quiet}>
            <Link to={`/Admin/Work/${work}`}>{number}</Link>
          </small>
        </>
      ),
    },
    {
      key: 'team',
      title: t('column.team'),
      width: 200,
      render: (_, { team, school, province }) => (
        <>
          {team}
          <small style={quiet}>
            {[province && (regionName(province, intl.locale) ?? province), school].filter(Boolean).join(' · ')}
          </small>
        </>
      ),
    },
    ...(list.rules.group === null ? [] : [group]),
    {
      key: 'score',
      title: t('column.score'),
      align: 'right',
      render: (_, { score }) => <strong>{points(score)}</strong>,
    },
    ...counted.map(({ round }): TableColumnType<ResultRow> => ({
      key: round,
      title: nameOf.get(round) ?? '',
      align: 'right',
      render: (_, row) => points(row.rounds.find((one) => one.round === round)?.score),
    })),
    {
      key: 'sheets',
      title: t('sheets'),
      align: 'right',
      render: (_, row) => {
        const sheets = row.rounds.reduce((sum, one) => sum + one.sheets, 0)
        const dropped = row.rounds.reduce((sum, one) => sum + one.dropped, 0)
        return (
          <>
            {sheets}
            {dropped > 0 && <small style={quiet}>{t('dropped', { count: dropped })}</small>}
          </>
        )
      },
    },
    {
      key: 'prize',
      title: t('prize'),
      render: (_, { prize }) => (prize ? <strong style={{ whiteSpace: 'nowrap' }}>{prize.label}</strong> : '–'),
    },
    { key: 'marks', title: t('marks'), render: (_, row) => <Marks row={row} /> },
  ]
}

/** The works of a list in their order. */
const RowsTab = ({ client, results, list, data: page, pagesOf, onComputing }: Props) => {
  const { t } = useResultWords()
  const { query, busy, change } = useListAddress()
  const size = useTableSize()
  const columns = useColumns(list, results.rounds)
  const actionsColumn = useActionsColumn()
  const [adjusted, setAdjusted] = useState<ResultRow>()
  const groups = list.groups.flatMap(({ group }) => (group ? [{ value: group.id, label: group.label }] : []))
  const prizes = list.groups[0]?.tiers.map(({ id, label }) => ({ value: id, label })) ?? []
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <OpenTies client={client} list={list} onComputing={onComputing} />
      <Space wrap>
        <Button href={exportAddress(list.id, 'xlsx')} download>
          {t('export', { format: 'XLSX' })}
        </Button>
        <Button href={exportAddress(list.id, 'csv')} download>
          {t('export', { format: 'CSV' })}
        </Button>
        <Link to={printAddress(list.id)}>{t('print')}</Link>
      </Space>
      <FilterBar list="resultRow" keptNames={['tab', 'list']}>
        <ListSearch query={query} change={change} label={t('search')} hint={t('searchHint')} width={280} />
        {groups.length > 0 && (
          <ListFilter query={query} change={change} name="group" label={t('group')} options={groups} />
        )}
        <ListFilter
          query={query}
          change={change}
          name="prize"
          label={t('prize')}
          options={[...prizes, { value: 'none', label: t('noPrize') }]}
        />
        <Checkbox
          checked={query.get('ties') === 'true'}
          onChange={({ target }) => change({ ties: target.checked ? 'true' : undefined })}
        >
          {t('onlyTies')}
        </Checkbox>
      </FilterBar>
      <Table<ResultRow>
        rowKey="work"
        size={size}
        loading={busy}
        dataSource={page.list}
        pagination={pagesOf(page)}
        {...wideTable(page.list)}
        locale={{ emptyText: <Empty image={null} description={t('noMatch')} /> }}
        columns={[
          ...columns,
          actionsColumn<ResultRow>(
            ({ number }) => number,
            (row) =>
              row.isExcluded
                ? []
                : [{ key: 'adjust', label: t('adjust'), why: list.may.decide, onClick: () => setAdjusted(row) }],
          ),
        ]}
      />
      {adjusted && (
        <AdjustPrize
          client={client}
          list={list}
          row={adjusted}
          prizes={prizes}
          onComputing={onComputing}
          onClose={() => setAdjusted(undefined)}
        />
      )}
    </Space>
  )
}

const names = ['group', 'prize', 'search', 'ties', 'page', 'pageSize'] as const

export const rowsTab = defineListTab<Rows>({
  key: 'list',
  label: 'office.results.list',
  load: ({ list, query, client }) =>
    client(
      listResultRows,
      { params: { id: list.id }, query: pickQuery<QueryInputOf<typeof contract.listResultRows>>(query, names) },
      { skipErrorHandler: true },
    ),
  component: RowsTab,
})
