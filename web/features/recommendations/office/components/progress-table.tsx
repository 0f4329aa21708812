import type { ProvinceProgress } from '@lectern/contract/recommendations/recommendation-rules.ts'
import { listStates } from '@lectern/contract/recommendations/recommendation-values.ts'
import { Empty, Space, Table, type TableColumnType } from 'antd'
import { Link } from '../../../../router/link.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { recommendationAddress, recommendationsAddress, toneOfList, useRecommendWords } from '../recommend-words.ts'

interface ProgressProps {
  activity: string
  progress: readonly ProvinceProgress[]
}

const keyOf = ({ institution }: ProvinceProgress): string => institution?.id ?? 'none'

/** How far each province is, in figures. */
export const ProgressTable = ({ activity, progress }: ProgressProps) => {
  const { t, shared, intl } = useRecommendWords()
  const size = useTableSize()
  const figure = (
    key: string,
    title: string,
    of: (row: ProvinceProgress) => number,
  ): TableColumnType<ProvinceProgress> => ({
    key,
    title,
    align: 'right',
    render: (_, row) => intl.formatNumber(of(row)),
    sorter: (one, other) => of(one) - of(other),
  })
  return (
    <Table<ProvinceProgress>
      rowKey={keyOf}
      size={size}
      dataSource={progress}
      pagination={false}
      {...wideTable(progress)}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('progress.none')} /> }}
      columns={[
        {
          key: 'province',
          title: t('province'),
          render: (_, { institution }) =>
            institution ? (
              <Link to={recommendationsAddress({ activity, tab: 'lists', above: institution.id })}>
                {institution.name}
              </Link>
            ) : (
              t('province.none')
            ),
        },
        figure('schools', t('schools'), ({ schools }) => schools),
        ...listStates.map((state) => figure(state, shared(`state.${state}`), (row) => row[state])),
        figure('late', shared('late'), ({ late }) => late),
        {
          key: 'places',
          title: shared('column.recommended'),
          align: 'right',
          render: (_, { recommended, quota }) => shared('column.recommended.of', { used: recommended, quota }),
        },
        figure('entries', t('entries'), ({ entries }) => entries),
        {
          key: 'own',
          title: t('ownList'),
          render: (_, { own, institution }) =>
            own && institution ? (
              <Space size={4} wrap>
                <Link to={recommendationAddress(activity, institution.id)}>
                  <StateTag tone={toneOfList[own.state]}>{shared(`state.${own.state}`)}</StateTag>
                </Link>
                {own.isLate && <StateTag tone="bad">{shared('late')}</StateTag>}
                <span>{shared('column.recommended.of', { used: own.recommended, quota: own.quota })}</span>
              </Space>
            ) : (
              '–'
            ),
        },
      ]}
    />
  )
}
