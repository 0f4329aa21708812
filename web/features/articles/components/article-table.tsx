import { Table, Tag, type TableColumnType, type TablePaginationConfig } from 'antd'
import type { ManagedItem } from '@lectern/contract/articles.ts'
import { Link } from '../../../router/link.tsx'
import { Moment, useZoned } from '../../office/components/moment.tsx'
import { PublishState } from '../../office/components/publish-state.tsx'
import { TranslationTags } from '../../office/components/translation-tags.tsx'
import { wideTable } from '../../office/wide-table.ts'
import { editPath } from '../article-address.ts'
import { useArticleWords } from '../article-words.ts'

type Column = 'updatedAt' | 'publishedAt'

interface ArticleTableProps {
  items: readonly ManagedItem[]
  withCategory: boolean
  pages: TablePaginationConfig
  busy: boolean
  /** As the address has it: a name, with a minus for the other way round. */
  sort: string
  onSort: (sort: string | undefined) => void
  selected: readonly ManagedItem[]
  onSelect: (items: ManagedItem[]) => void
}

export const ArticleTable = (props: ArticleTableProps) => {
  const { items, withCategory, pages, busy, sort, onSort, selected, onSelect } = props
  const { say, category } = useArticleWords()
  const zoned = useZoned()
  const moment = (name: Column): TableColumnType<ManagedItem> => ({
    key: name,
    title: zoned(say(name)),
    sorter: true,
    sortDirections: ['descend', 'ascend', 'descend'],
    sortOrder: sort.replace('-', '') === name ? (sort.startsWith('-') ? 'descend' : 'ascend') : null,
    render: (_, item) => item[name] && <Moment value={item[name]} />,
  })
  return (
    <Table<ManagedItem>
      rowKey="id"
      size="small"
      loading={busy}
      dataSource={items}
      pagination={pages}
      {...wideTable(items)}
      locale={{ emptyText: say('none') }}
      rowSelection={{
        selectedRowKeys: selected.map(({ id }) => id),
        preserveSelectedRowKeys: true,
        onChange: (_, rows) => onSelect(rows),
        getCheckboxProps: (item) => ({ 'aria-label': say('select', { title: item.title }) }),
        getTitleCheckboxProps: () => ({ 'aria-label': say('selectPage') }),
      }}
      onChange={(_, __, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return
        onSort(sorter.order ? `${sorter.order === 'descend' ? '-' : ''}${String(sorter.columnKey)}` : undefined)
      }}
      columns={[
        {
          key: 'title',
          title: say('title'),
          render: (_, item) => (
            <span style={{ display: 'inline-block', minWidth: 240, maxWidth: 480, overflowWrap: 'anywhere' }}>
              <Link to={editPath(item.kind, item.id)} lang={item.locale}>
                {item.title}
              </Link>
              {item.pinned && <Tag style={{ marginInlineStart: 8 }}>{say('pinned')}</Tag>}
            </span>
          ),
        },
        { key: 'state', title: say('state'), render: (_, item) => <PublishState state={item.state} /> },
        ...(withCategory
          ? [
              {
                key: 'category',
                title: say('category'),
                render: (_: unknown, item: ManagedItem) => category(item.category!),
              },
            ]
          : []),
        { key: 'languages', title: say('languages'), render: (_, item) => <TranslationTags written={item.written} /> },
        moment('publishedAt'),
        moment('updatedAt'),
      ]}
    />
  )
}
