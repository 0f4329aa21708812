import type { TableColumnType } from 'antd'
import type { ManagedItem } from '@lectern/contract/articles/articles.ts'
import { Link } from '../../../../router/link.tsx'
import { ListTable, type ListState } from '../../../admin-ui/components/list-table.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { PublishState } from '../../../admin-ui/components/publish-state.tsx'
import { TranslationTags } from '../../../admin-ui/components/translation-tags.tsx'
import { orderOf } from '../../../admin-ui/table-order.ts'
import { editPath } from '../article-address.ts'
import { useArticleWords } from '../article-words.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

type Column = 'updatedAt' | 'publishedAt'

interface ArticleTableProps extends ListState<ManagedItem> {
  items: readonly ManagedItem[]
  withCategory: boolean
  /** As in the address: a column name, with a minus sign for descending. */
  sort: string
  actionsOf: (item: ManagedItem) => readonly RowAction[]
}

export const ArticleTable = (props: ArticleTableProps) => {
  const { items, withCategory, sort, actionsOf, ...standing } = props
  const actions = useActionsColumn()
  const { t, category } = useArticleWords()
  const zoned = useZoned()
  const moment = (name: Column): TableColumnType<ManagedItem> => ({
    key: name,
    title: zoned(t(name)),
    sorter: true,
    sortDirections: ['descend', 'ascend', 'descend'],
    sortOrder: orderOf(sort, name),
    render: (_, item) => item[name] && <Moment value={item[name]} />,
  })
  return (
    <ListTable
      {...standing}
      list={items}
      rowKey="id"
      none={t('none')}
      selectLabel={({ title }) => t('select', { title })}
      selectPageLabel={t('selectPage')}
      columns={[
        {
          key: 'title',
          title: t('title'),
          render: (_, item) => (
            <span style={{ display: 'inline-block', minWidth: 240, maxWidth: 480, overflowWrap: 'anywhere' }}>
              <Link to={editPath(item.kind, item.id)} lang={item.locale}>
                {item.title}
              </Link>
              {item.pinned && (
                <>
                  {' '}
                  <StateTag tone="active">{t('pinned')}</StateTag>
                </>
              )}
            </span>
          ),
        },
        { key: 'state', title: t('state'), render: (_, item) => <PublishState state={item.state} /> },
        ...(withCategory
          ? [
              {
                key: 'category',
                title: t('category'),
                render: (_: unknown, item: ManagedItem) => category(item.category!),
              },
            ]
          : []),
        { key: 'languages', title: t('languages'), render: (_, item) => <TranslationTags stamps={item.written} /> },
        moment('publishedAt'),
        moment('updatedAt'),
        actions(({ title }) => title, actionsOf),
      ]}
    />
  )
}
