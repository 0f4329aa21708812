import { readDifference } from '@lectern/contract/results/result-differences.ts'
import { Alert, Empty, Space, Table } from 'antd'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { ChangeKind } from '@lectern/contract/results/result-values.ts'
import type * as differences from '@lectern/contract/results/result-differences.ts'
import type { ResultList } from '@lectern/contract/results/results.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { defineListTab, type ResultTabProps } from '../result-tab.ts'
import { useResultWords } from '../result-words.ts'

type Difference = AnswerOf<typeof differences.readDifference>
type Change = Difference['list'][number]
type Props = ResultTabProps<Difference> & { list: ResultList }

const tones: Record<ChangeKind, Tone> = { added: 'good', removed: 'bad', changed: 'active', corrected: 'quiet' }

/** Rank and prize of a work in one list. */
const Standing = ({ standing }: { standing: Change['before'] }) => {
  const { t } = useResultWords()
  if (!standing) return '–'
  if (standing.isExcluded) return t('mark.excluded')
  return [
    standing.rank === null ? t('noRank') : t('rankIs', { rank: standing.rank }),
    standing.prize?.label ?? t('noPrize'),
  ].join(' · ')
}

/** How a list differs from the one that was publicised before. */
const DifferenceTab = ({ list, data: page, pagesOf }: Props) => {
  const { t, intl } = useResultWords()
  const { busy } = useListAddress()
  const size = useTableSize()
  if (!page.previous) return <Empty image={null} description={t('difference.first')} />
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <p style={{ margin: 0 }}>
        {t('difference.about', { version: page.previous.publicVersion ?? 0, count: page.total })}
      </p>
      {list.reason && <Alert type="info" title={t('list.reason', { reason: list.reason })} />}
      <Table<Change>
        rowKey={({ number, kind }) => `${number} ${kind}`}
        size={size}
        loading={busy}
        dataSource={page.list}
        pagination={pagesOf(page)}
        {...wideTable(page.list)}
        locale={{ emptyText: <Empty image={null} description={t('difference.none')} /> }}
        columns={[
          {
            key: 'work',
            title: t('work'),
            width: 240,
            render: (_, { number, title }) => (
              <>
                {title}
                <small style={{ display: 'block', color: 'var(--ink-2)' }}>{number}</small>
              </>
            ),
          },
          {
            key: 'kind',
            title: t('change'),
            render: (_, { kind, fields = [] }) => (
              <StateTag tone={tones[kind]}>
                {t(`change.${kind}`, { fields: intl.formatList(fields.map((field) => t(`corrected.${field}`))) })}
              </StateTag>
            ),
          },
          { key: 'before', title: t('before'), render: (_, { before }) => <Standing standing={before} /> },
          { key: 'after', title: t('after'), render: (_, { after }) => <Standing standing={after} /> },
        ]}
      />
    </Space>
  )
}

const names = ['page', 'pageSize'] as const

export const differenceTab = defineListTab<Difference>({
  key: 'difference',
  label: 'office.results.difference',
  load: ({ list, query, client }) =>
    client(
      readDifference,
      { params: { id: list.id }, query: pickQuery<QueryInputOf<typeof differences.readDifference>>(query, names) },
      { skipErrorHandler: true },
    ),
  component: DifferenceTab,
  isShown: ({ results, list }) =>
    results.lists.some(({ number, publicVersion }) => number < list.number && publicVersion !== null),
})
