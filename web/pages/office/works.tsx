import { Button, Space } from 'antd'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { ColumnChooser } from '../../features/admin-ui/components/column-chooser.tsx'
import { DecisionBar } from '../../features/admin-ui/components/decision-bar.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import { listEnrolmentChoices } from '../../features/enrolments/office/api.ts'
import { listWorks } from '../../features/works/office/api.ts'
import { ExportDialog } from '../../features/works/office/components/export-dialog.tsx'
import { WorkFilters } from '../../features/works/office/components/work-filters.tsx'
import { WorkTable } from '../../features/works/office/components/work-table.tsx'
import { listNames, readColumns, workColumns, writeColumns } from '../../features/works/office/list-query.ts'
import { useDecisions } from '../../features/works/office/use-decisions.ts'
import { useWorkWords } from '../../features/works/office/work-words.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [page, choices] = await Promise.all([
    client(listWorks, { query: pickQuery(query, listNames) }, quietly),
    client(listEnrolmentChoices, { query: pickQuery(query, ['edition']) }, quietly),
  ])
  return { page, choices }
}

export default function Works() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { t } = useWorkWords()
  const decisions = useDecisions(client)
  const { page, choices } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const [isExporting, setExporting] = useState(false)
  const columns = readColumns(query.get('columns'))
  const { selected, select, clear } = useSelection(page.list, 'id')
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.worksOffice' })}
      actions={
        <Button aria-haspopup="dialog" onClick={() => setExporting(true)}>
          {t('export')}
        </Button>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <WorkFilters query={query} choices={choices} change={change}>
          <ColumnChooser
            columns={workColumns}
            nameOf={(name) => t(`column.${name}`)}
            shown={columns}
            onChoose={(chosen) => change({ columns: writeColumns(chosen), page: query.get('page') ?? undefined })}
          />
        </WorkFilters>
        <DecisionBar
          kind={decisions}
          items={selected}
          onClear={clear}
          onDecided={() => {
            clear()
            void router.reload()
          }}
        />
        <WorkTable
          works={page.list}
          columns={columns}
          query={query}
          pages={pages}
          busy={busy}
          onSort={(sort) => change({ sort })}
          selected={selected}
          onSelect={select}
        />
      </Space>
      {isExporting && (
        <ExportDialog
          client={client}
          query={query}
          total={page.total}
          activities={choices.activities}
          onClose={() => setExporting(false)}
        />
      )}
    </OfficeFrame>
  )
}
