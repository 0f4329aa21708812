import { Button, Space } from 'antd'
import { useState } from 'react'
import type { Member } from '@lectern/contract/accounts.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useSession } from '../../app/session.tsx'
import { memberList } from '../../features/members/api.ts'
import { columnsAtFirst, memberColumns } from '../../features/members/member-columns.ts'
import { useChosenColumns } from '../../features/office/chosen-columns.ts'
import { BulkActions } from '../../features/members/components/bulk-actions.tsx'
import { ImportDialog } from '../../features/members/components/import-dialog.tsx'
import { MemberDrawer } from '../../features/members/components/member-drawer.tsx'
import { MemberFilters } from '../../features/members/components/member-filters.tsx'
import { MemberTable } from '../../features/members/components/member-table.tsx'
import { exportAddress, listNames } from '../../features/members/member-filter.ts'
import { useMemberWords } from '../../features/members/member-words.ts'
import { ColumnChooser } from '../../features/office/components/column-chooser.tsx'
import { pickQuery, useListAddress } from '../../features/office/list-address.ts'
import { useSelection } from '../../features/office/use-selection.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(memberList, { query: pickQuery(query, listNames) }, { skipErrorHandler: true })

interface TransfersProps {
  query: URLSearchParams
  onImport: () => void
}

/** Sheets in and out. */
const Transfers = ({ query, onImport }: TransfersProps) => {
  const { say } = useMemberWords()
  return (
    <Space wrap>
      <Button onClick={onImport}>{say('import')}</Button>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button key={format} href={exportAddress(query, format)} download>
          {say('export', { format: format.toUpperCase() })}
        </Button>
      ))}
    </Space>
  )
}

export default function Members() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { user } = useSession()
  const { column } = useMemberWords()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const { columns, choose } = useChosenColumns('lectern.memberColumns', memberColumns, columnsAtFirst)
  const [opened, setOpened] = useState<Member>()
  const [isImporting, setImporting] = useState(false)
  const isOwn = ({ uid }: Member): boolean => uid === user?.uid
  const reload = (): void => void router.reload()
  const { selected, select, clear } = useSelection(data.list, 'uid')
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.members' })}
      actions={<Transfers query={query} onImport={() => setImporting(true)} />}
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <MemberFilters query={query} change={change}>
          <ColumnChooser columns={memberColumns} nameOf={column} shown={columns} onChoose={choose} />
        </MemberFilters>
        <BulkActions
          client={client}
          selected={selected}
          onClear={clear}
          onDone={() => {
            clear()
            reload()
          }}
        />
        <MemberTable
          members={data.list}
          columns={columns}
          pages={pages}
          busy={busy}
          sort={query.get('sort') ?? '-createdAt'}
          onSort={(sort) => change({ sort })}
          selected={selected}
          onSelect={select}
          isOwn={isOwn}
          onOpen={setOpened}
        />
      </Space>
      {opened && (
        <MemberDrawer
          key={opened.uid}
          client={client}
          member={opened}
          isOwn={isOwn(opened)}
          onChanged={(member) => {
            setOpened(member)
            reload()
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {isImporting && <ImportDialog client={client} onImported={reload} onClose={() => setImporting(false)} />}
    </OfficeFrame>
  )
}
