import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import { readMemberContest, readMember, listUsers, type Member } from '@lectern/contract/accounts/accounts.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useSession } from '../../app/session.tsx'
import { columnsAtFirst, memberColumns } from '../../features/members/member-columns.ts'
import { useChosenColumns } from '../../features/admin-ui/chosen-columns.ts'
import { BulkActions } from '../../features/members/components/bulk-actions.tsx'
import { ImportDialog } from '../../features/members/components/import-dialog.tsx'
import { useMemberActions } from '../../features/members/components/member-actions.tsx'
import { MemberDrawer } from '../../features/members/components/member-drawer.tsx'
import { MemberFilters } from '../../features/members/components/member-filters.tsx'
import { MemberTable } from '../../features/members/components/member-table.tsx'
import { NewMember } from '../../features/members/components/new-member.tsx'
import { exportAddress, listNames } from '../../features/members/member-filter.ts'
import { useMemberWords } from '../../features/members/member-words.ts'
import { ColumnChooser } from '../../features/admin-ui/components/column-chooser.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import { failureOf } from '../../request/request-error.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const quietly = { skipErrorHandler: true }

/** The member in the address; null: there is no such member any more. */
const loadMember = async (client: LoaderInput['client'], id: string) => {
  const input = { params: { uid: id as AccountId } }
  try {
    const [member, { teams }] = await Promise.all([
      client(readMember, input, quietly),
      client(readMemberContest, input, quietly),
    ])
    return { member, teams }
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.error === 'account.notFound' || failure?.error === 'request.invalid') return null
    throw error
  }
}

export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  const [page, opened] = await Promise.all([
    client(listUsers, { query: pickQuery(query, listNames) }, quietly),
    id ? loadMember(client, id) : undefined,
  ])
  return { page, opened }
}

interface TransfersProps {
  query: URLSearchParams
  onCreate: () => void
  onImport: () => void
}

/** Buttons to create, import and export members. */
const Transfers = ({ query, onCreate, onImport }: TransfersProps) => {
  const { t } = useMemberWords()
  return (
    <Space wrap>
      <Button type="primary" aria-haspopup="dialog" onClick={onCreate}>
        {t('create')}
      </Button>
      <Button onClick={onImport}>{t('import')}</Button>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button key={format} href={exportAddress(query, format)} download>
          {t('export', { format: format.toUpperCase() })}
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
  const { t, column } = useMemberWords()
  const { page: data, opened } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const { columns, choose } = useChosenColumns('lectern.memberColumns', memberColumns, columnsAtFirst)
  // Shown at once; list and teams are reloaded afterwards.
  const [changed, setChanged] = useState<Member>()
  const [isCreating, setCreating] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const isOwn = ({ uid }: Member): boolean => uid === user?.uid
  const reload = (): void => void router.reload()
  const actionsOf = useMemberActions({
    client,
    onChanged: (now) => {
      setChanged(now)
      reload()
    },
  })
  const isNewer = changed && opened && changed.uid === opened.member.uid && changed.version > opened.member.version
  const member = isNewer ? changed : opened?.member
  const show = (id: string | undefined): void => change({ id, page: query.get('page') ?? undefined })
  const { selected, select, clear } = useSelection(data.list, 'uid')
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.members' })}
      actions={<Transfers query={query} onCreate={() => setCreating(true)} onImport={() => setImporting(true)} />}
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        {opened === null && <Alert type="warning" showIcon title={t('notFound')} />}
        <MemberFilters query={query} change={change}>
          <ColumnChooser columns={memberColumns} nameOf={column} visible={columns} onChoose={choose} />
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
          onOpen={({ uid }) => show(uid)}
          actionsOf={(one) => [
            ...(isOwn(one) ? [] : actionsOf(one)),
            {
              key: 'log',
              label: t('auditLog'),
              onClick: () => void go(router, `/Admin/Audit?subjectKind=account&subjectId=${one.uid}`),
            },
          ]}
        />
      </Space>
      {opened && member && (
        <MemberDrawer
          key={member.uid}
          client={client}
          member={member}
          teams={opened.teams}
          whyNotAppoint={data.whyNotAppoint}
          isOwn={isOwn(member)}
          onChanged={(now) => {
            setChanged(now)
            reload()
          }}
          onClose={() => show(undefined)}
        />
      )}
      {isCreating && (
        <NewMember
          client={client}
          whyNotAppoint={data.whyNotAppoint}
          onCreated={({ uid }) => show(uid)}
          onClose={() => setCreating(false)}
        />
      )}
      {isImporting && <ImportDialog client={client} onImported={reload} onClose={() => setImporting(false)} />}
    </OfficeFrame>
  )
}
