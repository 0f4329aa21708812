import { listWorks, readWorkQueue } from '@lectern/contract/works/work-office.ts'
import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { workStates } from '@lectern/contract/works/work-values.ts'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { StageLines } from '../../features/dashboard/components/contest-lines.tsx'
import { ColumnChooser } from '../../features/admin-ui/components/column-chooser.tsx'
import { DecisionBar } from '../../features/admin-ui/components/decision-bar.tsx'
import { LinkButton } from '../../features/admin-ui/components/link-button.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { StageFilters } from '../../features/admin-ui/components/stage-filters.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import { ExportDialog } from '../../features/works/office/components/export-dialog.tsx'
import { WorkTable } from '../../features/works/office/components/work-table.tsx'
import {
  listNames,
  queueAddress,
  queueNames,
  readColumns,
  workColumns,
  writeColumns,
} from '../../features/works/office/list-query.ts'
import { useDecisions } from '../../features/works/office/use-decisions.ts'
import { useWorkWords } from '../../features/works/office/work-words.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const marks = ['blocking', 'warning', 'leak', 'missing', 'late', 'changed'] as const

export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [page, queue, choices] = await Promise.all([
    client(listWorks, { query: pickQuery(query, listNames) }, quietly),
    client(readWorkQueue, { query: pickQuery(query, queueNames) }, quietly),
    client(listEnrolmentChoices, { query: pickQuery(query, ['edition']) }, quietly),
  ])
  return { page, queue, choices }
}

export default function Works() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { t } = useWorkWords()
  const decisions = useDecisions(client)
  const { page, queue, choices } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const [isExporting, setExporting] = useState(false)
  const columns = readColumns(query.get('columns'))
  const { selected, select, clear } = useSelection(page.list, 'id')
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.worksOffice' })}
      actions={
        <Space wrap>
          {queue.next && (
            <LinkButton isPrimary to={queueAddress(query, queue.next)}>
              {t('queue.start', { count: queue.total })}
            </LinkButton>
          )}
          <Button aria-haspopup="dialog" onClick={() => setExporting(true)}>
            {t('export')}
          </Button>
        </Space>
      }
    >
      <StageLines
        client={client}
        activities={query.get('activity')?.split(',')}
        edition={query.get('edition') ?? undefined}
      />
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <StageFilters
          list="work"
          query={query}
          choices={choices}
          change={change}
          t={t}
          states={workStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          more={
            <ListFilter
              query={query}
              change={change}
              name="mark"
              label={t('column.marks')}
              options={marks.map((value) => ({ value, label: t(`mark.${value}`) }))}
              width={160}
            />
          }
        >
          <ColumnChooser
            columns={workColumns}
            nameOf={(name) => t(`column.${name}`)}
            visible={columns}
            onChoose={(chosen) => change({ columns: writeColumns(chosen), page: query.get('page') ?? undefined })}
          />
        </StageFilters>
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
