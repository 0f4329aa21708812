import type { TableColumnType } from 'antd'
import type { MaterialSourceHead } from '@lectern/contract/materials/materials.ts'
import { Link } from '../../../../router/link.tsx'
import { useIntl } from '../../../../ui/intl.tsx'
import { ListTable, type ListState } from '../../../admin-ui/components/list-table.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { PublishState } from '../../../admin-ui/components/publish-state.tsx'
import { TranslationCounts } from '../../../admin-ui/components/translation-counts.tsx'
import { orderOf } from '../../../admin-ui/table-order.ts'
import { sourcePath } from '../source-address.ts'
import { useSourceWords } from '../source-words.ts'

interface SourceTableProps extends ListState<MaterialSourceHead> {
  materials: readonly MaterialSourceHead[]
  /** As in the address: a column name, with a minus sign for descending. */
  sort: string
  actionsOf: (item: MaterialSourceHead) => readonly RowAction[]
}

type Column = TableColumnType<MaterialSourceHead>

export const SourceTable = (props: SourceTableProps) => {
  const { materials, sort, actionsOf, ...standing } = props
  const intl = useIntl()
  const actions = useActionsColumn()
  const { t, kind, category, titleOf } = useSourceWords()
  const zoned = useZoned()
  const sorted = (name: string, first: 'ascend' | 'descend', column: Column): Column => ({
    key: name,
    sorter: true,
    sortDirections: first === 'ascend' ? ['ascend', 'descend', 'ascend'] : ['descend', 'ascend', 'descend'],
    sortOrder: orderOf(sort, name),
    ...column,
  })
  const columns: Column[] = [
    sorted('title', 'ascend', {
      title: t('title'),
      render: (_, { id, title }) => (
        <span style={{ display: 'inline-block', minWidth: 220, maxWidth: 480, overflowWrap: 'anywhere' }}>
          <Link to={sourcePath(id)}>{titleOf(title)}</Link>
        </span>
      ),
    }),
    { key: 'kind', title: t('kind'), render: (_, material) => kind(material.kind) },
    { key: 'category', title: t('category'), render: (_, material) => category(material.category) },
    { key: 'state', title: t('state'), render: (_, { state }) => <PublishState state={state} /> },
    { key: 'languages', title: t('languages'), render: (_, { written }) => <TranslationCounts stamps={written} /> },
    sorted('publishedAt', 'descend', {
      title: zoned(t('publishedAt')),
      render: (_, { publishedAt }) => publishedAt && <Moment value={publishedAt} />,
    }),
    sorted('updatedAt', 'descend', {
      title: zoned(t('updatedAt')),
      render: (_, { updatedAt }) => <Moment value={updatedAt} />,
    }),
    sorted('downloads', 'descend', {
      title: t('downloads'),
      align: 'end',
      render: (_, { downloads }) => intl.formatNumber(downloads),
    }),
    actions(({ title }) => titleOf(title), actionsOf),
  ]
  return (
    <ListTable
      {...standing}
      list={materials}
      rowKey="id"
      none={t('none')}
      selectLabel={({ title }) => t('select', { title: titleOf(title) })}
      selectPageLabel={t('selectPage')}
      columns={columns}
    />
  )
}
