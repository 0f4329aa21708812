import { Space } from 'antd'
import type { ReactNode } from 'react'
import type { ManagedItem } from '@lectern/contract/articles.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { TablePaginationConfig } from 'antd'
import type { Client } from '../../../request/client.ts'
import { useRouter } from '../../../router/router-context.tsx'
import { PublishBulk } from '../../office/components/publish-bulk.tsx'
import { useListAddress } from '../../office/list-address.ts'
import { useSelection } from '../../office/use-selection.ts'
import { articleMove } from '../api.ts'
import { ArticleFilters } from './article-filters.tsx'
import { ArticleTable } from './article-table.tsx'

interface ArticleDeskProps {
  client: Client
  data: Page<ManagedItem>
  pages: TablePaginationConfig
  withCategory: boolean
  /** Above the filters. */
  children?: ReactNode
}

/** The list of articles of one kind: found, narrowed, published and archived here. */
export const ArticleDesk = ({ client, data, pages, withCategory, children }: ArticleDeskProps) => {
  const router = useRouter()
  const { query, busy, change } = useListAddress()
  const { selected, select, clear } = useSelection(data.list, 'id')
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      {children}
      <ArticleFilters query={query} change={change} withCategory={withCategory} />
      <PublishBulk
        selected={selected}
        move={({ id, version }, state) =>
          client(articleMove, { params: { id }, body: { state, version } }, { skipErrorHandler: true })
        }
        onClear={clear}
        onDone={() => {
          clear()
          void router.reload()
        }}
      />
      <ArticleTable
        items={data.list}
        withCategory={withCategory}
        pages={pages}
        busy={busy}
        sort={query.get('sort') ?? '-updatedAt'}
        onSort={(sort) => change({ sort })}
        selected={selected}
        onSelect={select}
      />
    </Space>
  )
}
