import { listExtensions } from '@lectern/contract/competition/extensions.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Drawer, Segmented, Space, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { enrolmentStates } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import { findTeams, type FoundTeam } from '@lectern/contract/teams/office-teams.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { ExtensionTable } from '../../features/enrolments/office/components/extension-table.tsx'
import { TeamDesk } from '../../features/teams/office/components/team-desk.tsx'
import { TeamEnrolmentState } from '../../features/teams/office/components/team-enrolment-state.tsx'
import { useTeamWords } from '../../features/teams/office/team-words.ts'
import { useActionsColumn } from '../../features/admin-ui/actions-column.tsx'
import { useChosenColumns } from '../../features/admin-ui/chosen-columns.ts'
import { EmptyList } from '../../features/admin-ui/components/empty-list.tsx'
import type { RowAction } from '../../features/admin-ui/components/row-actions.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { ColumnChooser } from '../../features/admin-ui/components/column-chooser.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { wideTable } from '../../features/admin-ui/wide-table.ts'
import { isPlainClick, Link } from '../../router/link.tsx'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../features/admin-ui/components/list-search.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useTableSize } from '../../features/admin-ui/density.ts'

const views = ['teams', 'extensions'] as const

/** Loads the teams, or the extensions. */
export const loader = async ({ query, client }: LoaderInput) => {
  const input = { query: pickQuery(query, ['search', 'page', 'pageSize']) }
  const teamsAsked = { query: pickQuery(query, ['search', 'state', 'edition', 'page', 'pageSize']) }
  const quietly = { skipErrorHandler: true }
  return query.get('view') === 'extensions'
    ? { view: views[1], extensions: await client(listExtensions, input, quietly) }
    : { view: views[0], teams: await client(findTeams, teamsAsked, quietly) }
}

type Shown = ReturnType<typeof useData<typeof loader>>

const teamColumns = ['team', 'activity', 'captain', 'people', 'enrolment', 'closesAt'] as const
type TeamColumn = (typeof teamColumns)[number]

interface TeamTableProps {
  page: NonNullable<Shown['teams']>
  columns: readonly TeamColumn[]
  busy: boolean
  change: ReturnType<typeof useListAddress>['change']
}

const TeamTable = ({ page, columns, busy, change }: TeamTableProps) => {
  const intl = useIntl()
  const router = useRouter()
  const actionsColumn = useActionsColumn()
  const { t, show } = useTeamWords()
  const pages = usePagesOfTable(page, change)
  const looks: (TableColumnType<FoundTeam> & { key: TeamColumn })[] = [
    {
      key: 'team',
      width: 140,
      render: (_, { id, name }) => (
        <Link
          to={`/Admin/Team?team=${id}`}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            change({ team: id, page: page.page })
          }}
        >
          {name}
        </Link>
      ),
    },
    {
      key: 'activity',
      width: 170,
      render: (_, { activity }) => <span lang={activity.locale}>{activity.name}</span>,
    },
    { key: 'captain', width: 100, render: (_, { captain }) => captain },
    { key: 'people', width: 76, render: (_, { people }) => people },
    {
      key: 'enrolment',
      width: 208,
      render: (_, { enrolment }) => <TeamEnrolmentState enrolment={enrolment} />,
    },
    {
      key: 'closesAt',
      width: 200,
      render: (_, { closesAt, timeZone, isExtended }) =>
        closesAt
          ? show(isExtended ? 'extendedTo' : 'closes', {
              at: <Moment key="at" value={closesAt} timeZone={timeZone} withZone />,
            })
          : t('unscheduled'),
    },
  ]
  const size = useTableSize()
  const text = (id: IdAfter<'office.list.'>): string => intl.formatMessage({ id: `office.list.${id}` })
  const actionsOf = ({ id, enrolment }: FoundTeam): RowAction[] => [
    { key: 'open', label: text('open'), onClick: () => change({ team: id, page: page.page }) },
    ...(enrolment
      ? [
          {
            key: 'dossier',
            label: text('dossier'),
            onClick: () => void go(router, `/Admin/Enrolment/${enrolment.id}`),
          },
        ]
      : []),
    {
      key: 'log',
      label: text('log'),
      onClick: () => void go(router, `/Admin/Audit?subjectKind=team&subjectId=${id}`),
    },
  ]
  return (
    <Table<FoundTeam>
      rowKey="id"
      size={size}
      dataSource={page.list}
      loading={busy}
      pagination={pages}
      {...wideTable(page.list)}
      locale={{ emptyText: <EmptyList noMatch={t('noTeams')} /> }}
      columns={[
        ...looks.filter(({ key }) => columns.includes(key)).map((look) => ({ ...look, title: t(look.key) })),
        actionsColumn<FoundTeam>(({ name }) => name, actionsOf),
      ]}
    />
  )
}

const Extensions = ({ page, change }: { page: NonNullable<Shown['extensions']>; change: TeamTableProps['change'] }) => {
  const client = useClient()
  const router = useRouter()
  const pages = usePagesOfTable(page, change)
  return <ExtensionTable client={client} extensions={page.list} pages={pages} onChanged={() => router.reload()} />
}

export default function Teams() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { view, teams, extensions } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const { t, state } = useTeamWords()
  const { columns, choose } = useChosenColumns('lectern.teamColumns', teamColumns)
  const opened = query.get('team')
  // The team may be on another page of the list.
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  const named = [chosen, ...(teams?.list ?? [])].find((team) => team?.id === opened)
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.teamsOffice' })}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <FilterBar
          list="team"
          tools={teams && <ColumnChooser columns={teamColumns} nameOf={t} visible={columns} onChoose={choose} />}
          lead={
            <Segmented
              value={view}
              options={views.map((value) => ({ value, label: t(value) }))}
              onChange={(value) => change({ view: value === 'teams' ? undefined : value, team: undefined })}
            />
          }
        >
          <ListSearch query={query} change={change} label={t('search')} hint={t('searchHint')} />
          {teams && (
            <ListFilter
              query={query}
              // The dashboard links to the teams of one edition; a state chosen here finds those of all.
              change={(changes) => change({ ...changes, edition: undefined })}
              name="state"
              label={t('enrolment')}
              options={[undefined, ...enrolmentStates].map((value) => ({
                value: value ?? 'none',
                label: state(value),
              }))}
            />
          )}
        </FilterBar>
        {teams && <TeamTable page={teams} columns={columns} busy={busy} change={change} />}
        {extensions && <Extensions page={extensions} change={change} />}
      </Space>
      <Drawer
        open={opened !== null}
        title={named?.name ?? t('team')}
        size="min(720px, 100vw)"
        destroyOnHidden
        onClose={() => change({ team: undefined, page: query.get('page') ?? undefined })}
      >
        {opened && (
          <TeamDesk
            key={opened}
            client={client}
            teamId={opened as TeamId}
            onFound={setChosen}
            onChanged={() => void router.reload()}
          />
        )}
      </Drawer>
    </OfficeFrame>
  )
}
