import { Space } from 'antd'
import { useState, type ReactNode } from 'react'
import { deleteArticle, moveArticle, type ManagedItem } from '@lectern/contract/articles/articles.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { TablePaginationConfig } from 'antd'
import type { Client } from '../../../../request/client.ts'
import { go } from '../../../../router/history.ts'
import { useRouter } from '../../../../router/router-context.tsx'
import { ConfirmDelete } from '../../../admin-ui/components/confirm-delete.tsx'
import { PublishBulk } from '../../../admin-ui/components/publish-bulk.tsx'
import { useListAddress } from '../../../admin-ui/list-address.ts'
import { usePublishActions } from '../../../admin-ui/use-publish-actions.ts'
import { useSelection } from '../../../admin-ui/use-selection.ts'
import { editPath } from '../article-address.ts'
import { ArticleFilters } from './article-filters.tsx'
import { ArticleTable } from './article-table.tsx'

interface ArticleDeskProps {
  client: Client
  data: Page<ManagedItem>
  pages: TablePaginationConfig
  withCategory: boolean
  /** Shown above the filters. */
  children?: ReactNode
}

/** The list of articles of one kind, with filters and bulk actions. */
export const ArticleDesk = ({ client, data, pages, withCategory, children }: ArticleDeskProps) => {
  const router = useRouter()
  const { query, busy, change } = useListAddress()
  const { selected, select, clear } = useSelection(data.list, 'id')
  const [leaving, setLeaving] = useState<ManagedItem>()
  const reload = (): void => void router.reload()
  const actionsOf = usePublishActions<ManagedItem>({
    edit: ({ kind, id }) => void go(router, editPath(kind, id)),
    move: ({ id, version }, state) =>
      client(moveArticle, { params: { id }, body: { state, version } }, { inPlaceSignIn: true }),
    remove: setLeaving,
    onDone: reload,
  })
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      {children}
      <ArticleFilters query={query} change={change} withCategory={withCategory} />
      <PublishBulk
        selected={selected}
        move={({ id, version }, state) =>
          client(moveArticle, { params: { id }, body: { state, version } }, { skipErrorHandler: true })
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
        actionsOf={actionsOf}
      />
      {leaving && (
        <ConfirmDelete
          name={leaving.title}
          onDelete={async () => {
            const { id, version } = leaving
            await client(deleteArticle, { params: { id }, query: { version: String(version) } }).finally(reload)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Space>
  )
}
