import { listEditions, readEditionChecks } from '@lectern/contract/competition/editions.ts'
import { Button, Empty, Space } from 'antd'
import { useState } from 'react'
import { listAllActivities, type ActivityItem } from '@lectern/contract/competition/activities.ts'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { localize } from '@lectern/contract/localized.ts'
import { ifCovered } from '../../app/office/if-covered.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useSite } from '../../app/site.tsx'
import {
  activityColumns,
  columnsAtFirst,
  type ActivityColumn,
} from '../../features/competition/office/activity-columns.ts'
import { ActivityCopy } from '../../features/competition/office/components/activity-copy.tsx'
import { ActivityFilters } from '../../features/competition/office/components/activity-filters.tsx'
import { ActivityOrder } from '../../features/competition/office/components/activity-order.tsx'
import { ActivityTable } from '../../features/competition/office/components/activity-table.tsx'
import { EditionCheckList } from '../../features/competition/office/components/edition-check-list.tsx'
import { EditionPanel } from '../../features/competition/office/components/edition-panel.tsx'
import { useMove } from '../../features/competition/office/use-move.tsx'
import { useChosenColumns } from '../../features/admin-ui/chosen-columns.ts'
import { ColumnChooser } from '../../features/admin-ui/components/column-chooser.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

const listNames = ['edition', 'search', 'state', 'page', 'pageSize'] as const

/** The edition in the address, or the current one. */
export const loader = async ({ query, client, covers }: LoaderInput) => {
  const quiet = { skipErrorHandler: true }
  // The first steps link directly to the dialog of editions.
  const opened = query.get('open')
  const { list: editions } = await client(listEditions, undefined, quiet)
  const parameters = pickQuery<QueryInputOf<typeof listAllActivities>>(query, listNames)
  const edition =
    editions.find(({ id }) => id === parameters.edition) ?? editions.find(({ current }) => current) ?? editions[0]
  if (!edition) return { opened, editions, edition, checks: [], page: { list: [], total: 0, page: 1, pageSize: 10 } }
  // Past editions have begun long ago.
  const isNext = !edition.current && edition === editions[0]
  const checked = await ifCovered(isNext && covers('contest'), () =>
    client(readEditionChecks, { params: { id: edition.id } }, quiet),
  )
  return {
    opened,
    editions,
    edition,
    checks: checked?.list ?? [],
    page: await client(listAllActivities, { query: { ...parameters, edition: edition.id } }, quiet),
  }
}

type Dialog = { kind: 'order' | 'editions' } | { kind: 'copy'; from: ActivityItem | undefined }

export default function Activities() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { settings } = useSite()
  const { editions, edition, checks, page, opened } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const move = useMove(client)
  const { columns, choose } = useChosenColumns('lectern.activityColumns', activityColumns, columnsAtFirst)
  const [chosen, setDialog] = useState<Dialog>()
  // Links of the first steps and of the check list, which is on this page, open the editions by the address.
  const dialog: Dialog | undefined = opened === 'editions' ? { kind: 'editions' } : chosen
  const reload = (): void => void router.reload()
  const nameOf = ({ name }: ActivityItem): string => localize(name, intl.locale).text
  const labelOf = (column: ActivityColumn): string =>
    intl.formatMessage({ id: column === 'languages' ? 'shell.language' : `office.activities.${column}` })
  const close = (): void => {
    setDialog(undefined)
    if (opened) change({ open: undefined })
  }
  const open = (next: Dialog) => ({ 'aria-haspopup': 'dialog' as const, onClick: () => setDialog(next) })
  const actions = (
    <Space wrap>
      <Button {...open({ kind: 'editions' })}>
        <FormattedMessage id="office.activities.editions" />
      </Button>
      {edition && (
        <>
          <Button {...open({ kind: 'order' })}>
            <FormattedMessage id="office.activities.order" />
          </Button>
          <Button {...open({ kind: 'copy', from: undefined })}>
            <FormattedMessage id="office.activities.copyAny" />
          </Button>
          <Button type="primary" onClick={() => void go(router, `/Admin/Activity/Edit?edition=${edition.id}`)}>
            <FormattedMessage id="office.activities.add" />
          </Button>
        </>
      )}
    </Space>
  )
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.activitiesOffice' })} actions={actions}>
      {edition ? (
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          <ActivityFilters editions={editions} edition={edition} query={query} change={change}>
            <ColumnChooser columns={activityColumns} nameOf={labelOf} visible={columns} onChoose={choose} />
          </ActivityFilters>
          {checks.length > 0 && <EditionCheckList checks={checks} />}
          <ActivityTable
            activities={page.list}
            columns={columns}
            nameOf={nameOf}
            pages={pages}
            busy={busy}
            onMove={(activity, state) => void move({ activity, name: nameOf(activity), state }).finally(reload)}
            onCopy={(from) => setDialog({ kind: 'copy', from })}
          />
        </Space>
      ) : (
        <Empty description={intl.formatMessage({ id: 'office.activities.noEdition' })}>
          <Button type="primary" {...open({ kind: 'editions' })}>
            <FormattedMessage id="office.activities.addEdition" />
          </Button>
        </Empty>
      )}
      {dialog?.kind === 'editions' && (
        <EditionPanel
          client={client}
          editions={editions}
          timeZone={settings.timeZone}
          onChanged={reload}
          onClose={close}
        />
      )}
      {dialog?.kind === 'order' && edition && (
        <ActivityOrder
          client={client}
          editionId={edition.id}
          onClose={() => {
            close()
            reload()
          }}
        />
      )}
      {dialog?.kind === 'copy' && edition && (
        <ActivityCopy
          client={client}
          editions={editions}
          editionId={edition.id}
          from={dialog.from}
          onCopied={({ id }) => void go(router, `/Admin/Activity/Edit?id=${id}`)}
          onClose={close}
        />
      )}
    </OfficeFrame>
  )
}
