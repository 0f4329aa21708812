import { Button, Space } from 'antd'
import { useState } from 'react'
import {
  deleteMaterial,
  listMaterialSources,
  moveMaterial,
  type MaterialSourceHead,
} from '@lectern/contract/materials/materials.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { SourceFilters } from '../../features/materials/office/components/source-filters.tsx'
import { SourceTable } from '../../features/materials/office/components/source-table.tsx'
import { sourcePath } from '../../features/materials/office/source-address.ts'
import { useSourceWords } from '../../features/materials/office/source-words.ts'
import { ConfirmDelete } from '../../features/admin-ui/components/confirm-delete.tsx'
import { PublishBulk } from '../../features/admin-ui/components/publish-bulk.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { usePublishActions } from '../../features/admin-ui/use-publish-actions.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const listNames = ['search', 'kind', 'category', 'state', 'sort', 'page', 'pageSize'] as const

export const loader = ({ query, client }: LoaderInput) =>
  client(listMaterialSources, { query: pickQuery(query, listNames) }, { skipErrorHandler: true })

export default function Materials() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { t, titleOf } = useSourceWords()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const { selected, select, clear } = useSelection(data.list, 'id')
  const [leaving, setLeaving] = useState<MaterialSourceHead>()
  const reload = (): void => void router.reload()
  const actionsOf = usePublishActions<MaterialSourceHead>({
    edit: ({ id }) => void go(router, sourcePath(id)),
    move: ({ id, version }, state) =>
      client(moveMaterial, { params: { id }, body: { state, version } }, { inPlaceSignIn: true }),
    remove: setLeaving,
    onDone: reload,
  })
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.materialsOffice' })}
      actions={
        <Button type="primary" onClick={() => void go(router, sourcePath())}>
          {t('new')}
        </Button>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <SourceFilters query={query} change={change} />
        <PublishBulk
          selected={selected.map(({ id, version, state, title }) => ({ id, version, state, title: titleOf(title) }))}
          move={({ id, version }, state) =>
            client(moveMaterial, { params: { id }, body: { state, version } }, { skipErrorHandler: true })
          }
          onClear={clear}
          onDone={() => {
            clear()
            void router.reload()
          }}
        />
        <SourceTable
          materials={data.list}
          pages={pages}
          busy={busy}
          sort={query.get('sort') ?? '-updatedAt'}
          onSort={(sort) => change({ sort })}
          selected={selected}
          onSelect={select}
          actionsOf={actionsOf}
        />
      </Space>
      {leaving && (
        <ConfirmDelete
          name={titleOf(leaving.title)}
          onDelete={async () => {
            const { id, version } = leaving
            await client(deleteMaterial, { params: { id }, query: { version: String(version) } }).finally(reload)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </OfficeFrame>
  )
}
