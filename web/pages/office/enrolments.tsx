import { Button, Space } from 'antd'
import { useState } from 'react'
import {
  listEnrolmentChoices,
  listEnrolments,
  readEnrolmentQueue,
  type ListedEnrolment,
} from '@lectern/contract/enrolments/enrolment-office.ts'
import { enrolmentStates } from '@lectern/contract/enrolments/enrolment-values.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { StageLines } from '../../features/dashboard/components/contest-lines.tsx'
import { StageFilters } from '../../features/admin-ui/components/stage-filters.tsx'
import { DecisionBar } from '../../features/admin-ui/components/decision-bar.tsx'
import { EnrolmentTable } from '../../features/enrolments/office/components/enrolment-table.tsx'
import { ExportDialog } from '../../features/enrolments/office/components/export-dialog.tsx'
import { WaitingListDialog } from '../../features/enrolments/office/components/waiting-list-dialog.tsx'
import { useEnrolmentWords } from '../../features/enrolments/office/enrolment-words.ts'
import { useDecisions } from '../../features/enrolments/office/use-decisions.ts'
import {
  enrolmentColumns,
  listNames,
  queueAddress,
  queueNames,
  readColumns,
  writeColumns,
} from '../../features/enrolments/office/list-query.ts'
import { LinkButton } from '../../features/admin-ui/components/link-button.tsx'
import { ColumnChooser } from '../../features/admin-ui/components/column-chooser.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [page, queue, choices] = await Promise.all([
    client(listEnrolments, { query: pickQuery(query, listNames) }, quietly),
    client(readEnrolmentQueue, { query: pickQuery(query, queueNames) }, quietly),
    client(listEnrolmentChoices, { query: pickQuery(query, ['edition']) }, quietly),
  ])
  return { page, queue, choices }
}

export default function Enrolments() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { t } = useEnrolmentWords()
  const decisions = useDecisions(client)
  const { page, queue, choices } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const [isExporting, setExporting] = useState(false)
  const [waiting, setWaiting] = useState<ListedEnrolment>()
  const columns = readColumns(query.get('columns'))
  const { selected, select, clear } = useSelection(page.list, 'id')
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.enrolments' })}
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
          list="enrolment"
          query={query}
          choices={choices}
          change={change}
          t={t}
          states={enrolmentStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        >
          <ColumnChooser
            columns={enrolmentColumns}
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
        <EnrolmentTable
          enrolments={page.list}
          columns={columns}
          query={query}
          pages={pages}
          busy={busy}
          onSort={(sort) => change({ sort })}
          selected={selected}
          onSelect={select}
          onPutOnWaitingList={setWaiting}
        />
      </Space>
      {waiting && (
        <WaitingListDialog
          key={waiting.id}
          client={client}
          change="add"
          enrolmentId={waiting.id}
          team={waiting.team.name}
          onChanged={() => router.reload()}
          onClose={() => setWaiting(undefined)}
        />
      )}
      {isExporting && (
        <ExportDialog
          query={query}
          total={page.total}
          activities={choices.activities}
          onClose={() => setExporting(false)}
        />
      )}
    </OfficeFrame>
  )
}
