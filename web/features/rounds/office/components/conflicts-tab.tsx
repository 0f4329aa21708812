import { Alert, App, Button, Checkbox, Empty, Space, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import { conflictKinds, type ConflictKind } from '@lectern/contract/review/review-values.ts'
import type * as contract from '@lectern/contract/rounds/reviewers.ts'
import {
  findConflicts,
  liftConflict,
  listConflicts,
  listReviewers,
  type Conflict,
} from '@lectern/contract/rounds/reviewers.ts'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { filtersIn, pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { useReviewerWords } from '../reviewer-words.ts'
import { defineTab, type RoundTabProps } from '../round-tab.ts'
import { AddConflict } from './add-conflict.tsx'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'

interface Data {
  page: AnswerOf<typeof contract.listConflicts>
  /** For the filter: the first hundred by name. */
  experts: readonly { id: string; name: string }[]
}

const tones: Record<ConflictKind, Tone> = {
  member: 'bad',
  institution: 'waiting',
  earlier: 'waiting',
  declared: 'active',
  set: 'active',
}

const quiet = { display: 'block', color: 'var(--ink-2)' }

type Judged = AnswerOf<typeof contract.findConflicts>['judged']

/** Conflicts that the search leaves to the organiser. */
const JudgedAlready = ({ judged, onClose }: { judged: Judged; onClose: () => void }) => {
  const { t } = useReviewerWords()
  return (
    <Alert
      type="warning"
      role="alert"
      showIcon
      closable={{ onClose, 'aria-label': t('close') }}
      title={t('judged', { count: judged.length })}
      description={
        <ul style={{ paddingInlineStart: 20, maxHeight: 240, overflow: 'auto' }}>
          {judged.map(({ reviewer, entry }) => (
            <li key={`${reviewer.id} ${entry.id}`}>
              {reviewer.name} · <code>{entry.code}</code> {entry.title}
            </li>
          ))}
        </ul>
      }
    />
  )
}

const ConflictsTab = ({ client, round, data, pagesOf, onChanged }: RoundTabProps<Data>) => {
  const { page, experts } = data
  const { t, intl } = useReviewerWords()
  const { message } = App.useApp()
  const { query, busy, change } = useListAddress()
  const size = useTableSize()
  const actionsColumn = useActionsColumn()
  const [isAdding, setAdding] = useState(false)
  const [lifted, setLifted] = useState<Conflict>()
  const [isSearching, setSearching] = useState(false)
  const [judged, setJudged] = useState<Judged>([])
  const isFixed = round.state === 'closed' || round.state === 'settled'
  const search = async (): Promise<void> => {
    setSearching(true)
    try {
      const { found, standing, ended, judged: already } = await client(findConflicts, { params: { id: round.id } })
      void message.success(t('found', { found, standing, ended }))
      setJudged(already)
      onChanged()
    } catch {
      // The request has shown the reason.
    }
    setSearching(false)
  }
  const columns: TableColumnType<Conflict>[] = [
    { key: 'expert', title: t('expert'), render: (_, { reviewer }) => reviewer.name },
    {
      key: 'work',
      title: t('work'),
      width: 260,
      render: (_, { entry }) => (
        <>
          {entry.title || entry.number}
          <small style={quiet}>
            <code>{entry.code}</code> · {entry.number} · {entry.team}
          </small>
        </>
      ),
    },
    {
      key: 'kind',
      title: t('kind'),
      render: (_, { kind }) => <StateTag tone={tones[kind]}>{t(`kind.${kind}`)}</StateTag>,
    },
    {
      key: 'reason',
      title: t('reason'),
      width: 240,
      render: (_, { reason, liftedReason, liftedAt }) => (
        <>
          {reason ?? '–'}
          {liftedAt && <small style={quiet}>{t('liftedBecause', { reason: liftedReason ?? '' })}</small>}
        </>
      ),
    },
    {
      key: 'at',
      title: t('recorded'),
      render: (_, { at, by }) => (
        <>
          <span style={{ whiteSpace: 'nowrap' }}>{intl.formatMoment(at, 'dayAndTime', round.timeZone)}</span>
          <small style={quiet}>{by ?? t('bySystem')}</small>
        </>
      ),
    },
  ]
  const addButtons = (
    <>
      <Button type="primary" aria-haspopup="dialog" disabled={isFixed} onClick={() => setAdding(true)}>
        {t('conflict.add')}
      </Button>
      <Button loading={isSearching} disabled={isFixed} onClick={() => void search()}>
        {t('searchAgain')}
      </Button>
    </>
  )
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar list="roundConflict" keptNames={['tab']} tools={addButtons}>
        <ListSearch query={query} change={change} label={t('search')} hint={t('conflict.searchHint')} width={260} />
        <ListFilter
          query={query}
          change={change}
          name="kind"
          label={t('kind')}
          options={conflictKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        {experts.length > 0 && (
          <ListFilter
            query={query}
            change={change}
            name="reviewer"
            label={t('expert')}
            searchable
            options={experts.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Checkbox
          checked={query.get('lifted') === 'true'}
          onChange={({ target }) => change({ lifted: target.checked ? 'true' : undefined })}
        >
          {t('onlyLifted')}
        </Checkbox>
      </FilterBar>
      {judged.length > 0 && <JudgedAlready judged={judged} onClose={() => setJudged([])} />}
      <Table<Conflict>
        rowKey="id"
        size={size}
        loading={busy}
        dataSource={page.list}
        pagination={pagesOf(page)}
        {...wideTable(page.list)}
        locale={{
          emptyText: (
            <Empty image={null} description={t(filtersIn(query, ['tab']).length > 0 ? 'noMatch' : 'noConflicts')} />
          ),
        }}
        columns={[
          ...columns,
          actionsColumn<Conflict>(
            ({ reviewer, entry }) => `${reviewer.name} · ${entry.code}`,
            (row) =>
              isFixed || row.liftedAt || row.kind === 'member'
                ? []
                : [{ key: 'lift', label: t('lift'), onClick: () => setLifted(row) }],
          ),
        ]}
      />
      {isAdding && (
        <AddConflict client={client} roundId={round.id} onAdded={onChanged} onClose={() => setAdding(false)} />
      )}
      {lifted && (
        <ReasonDialog
          title={t('lift.title', { name: lifted.reviewer.name, work: lifted.entry.title || lifted.entry.code })}
          help={t('lift.help')}
          action={t('lift')}
          onSend={async (reason) => {
            await client(liftConflict, { params: { id: round.id, conflict: lifted.id }, body: { reason } })
            onChanged()
          }}
          onClose={() => setLifted(undefined)}
        />
      )}
    </Space>
  )
}

const names = ['search', 'kind', 'reviewer', 'lifted', 'page', 'pageSize'] as const

export const conflictsTab = defineTab<Data>({
  key: 'conflicts',
  label: 'office.reviewers.conflicts',
  load: async ({ round, query, client }) => {
    const params = { id: round.id }
    const quietly = { skipErrorHandler: true }
    const [page, { list }] = await Promise.all([
      client(
        listConflicts,
        { params, query: pickQuery<QueryInputOf<typeof contract.listConflicts>>(query, names) },
        quietly,
      ),
      client(listReviewers, { params, query: { pageSize: '100' } }, quietly),
    ])
    return { page, experts: list.map(({ id, name }) => ({ id, name })) }
  },
  component: ConflictsTab,
})
