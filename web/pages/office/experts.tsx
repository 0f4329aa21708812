import { App, Button, Space } from 'antd'
import { useState } from 'react'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { ExpertState } from '@lectern/contract/experts/expert-values.ts'
import { listAllExperts, deleteExpert, moveExpert, type ExpertItem } from '@lectern/contract/experts/experts.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { ExpertBulk } from '../../features/experts/office/components/expert-bulk.tsx'
import { ExpertFilters } from '../../features/experts/office/components/expert-filters.tsx'
import { ExpertOrder } from '../../features/experts/office/components/expert-order.tsx'
import { ExpertTable } from '../../features/experts/office/components/expert-table.tsx'
import { ConfirmDelete } from '../../features/admin-ui/components/confirm-delete.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

const listNames = ['search', 'field', 'state', 'sort', 'page', 'pageSize'] as const

export const loader = ({ query, client }: LoaderInput) =>
  client(
    listAllExperts,
    { query: pickQuery<QueryInputOf<typeof listAllExperts>>(query, listNames) },
    { skipErrorHandler: true },
  )

export default function Experts() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { message } = App.useApp()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const [leaving, setLeaving] = useState<ExpertItem>()
  const [isOrdering, setOrdering] = useState(false)
  const reload = (): void => void router.reload()
  const nameOf = ({ name }: ExpertItem): string => localize(name, intl.locale).text
  const { selected, select, clear } = useSelection(data.list, 'id')
  const move = async ({ id, version }: ExpertItem, state: ExpertState): Promise<void> => {
    try {
      await client(moveExpert, { params: { id }, body: { state, version } }, { inPlaceSignIn: true })
      void message.success(intl.formatMessage({ id: `office.experts.moved.${state}` }))
    } catch {
      // The request pipeline has shown the reason.
    }
    reload()
  }
  const actions = (
    <Space wrap>
      <Button aria-haspopup="dialog" onClick={() => setOrdering(true)}>
        <FormattedMessage id="office.experts.order" />
      </Button>
      <Button type="primary" onClick={() => void go(router, '/Admin/Expert/Edit')}>
        <FormattedMessage id="office.experts.add" />
      </Button>
    </Space>
  )
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.experts' })} actions={actions}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <ExpertFilters query={query} change={change} />
        <ExpertBulk
          client={client}
          selected={selected}
          nameOf={nameOf}
          onClear={clear}
          onDone={() => {
            clear()
            reload()
          }}
        />
        <ExpertTable
          experts={data.list}
          nameOf={nameOf}
          pages={pages}
          busy={busy}
          sort={query.get('sort') ?? 'position'}
          onSort={(sort) => change({ sort })}
          selected={selected}
          onSelect={select}
          onMove={(expert, state) => void move(expert, state)}
          onDelete={setLeaving}
        />
      </Space>
      {isOrdering && (
        <ExpertOrder
          client={client}
          onClose={() => {
            setOrdering(false)
            reload()
          }}
        />
      )}
      {leaving && (
        <ConfirmDelete
          name={nameOf(leaving)}
          onDelete={async () => {
            const { id, version } = leaving
            await client(deleteExpert, { params: { id }, query: { version: String(version) } }).finally(reload)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </OfficeFrame>
  )
}
