import { App, Button, Empty, Select, Space, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { PanelId } from '@lectern/contract/ids.ts'
import { reviewerStates } from '@lectern/contract/review/review-values.ts'
import type * as contract from '@lectern/contract/rounds/reviewers.ts'
import {
  inviteAgain,
  listPanels,
  listReviewers,
  saveReviewer,
  type Panel,
  type Reviewer,
} from '@lectern/contract/rounds/reviewers.ts'
import { Link } from '../../../../router/link.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { usePlanWords } from '../plan-words.ts'
import { useReviewerWords } from '../reviewer-words.ts'
import { roundAddress } from '../round-address.ts'
import { defineTab, type RoundTabProps } from '../round-tab.ts'
import { AddExperts } from './add-experts.tsx'
import { EditExpert } from './edit-expert.tsx'
import { ImportExperts } from './import-experts.tsx'
import { PanelEditor } from './panel-editor.tsx'
import { ReplaceExpert } from './replace-expert.tsx'
import { ReviewerState } from './reviewer-state.tsx'

interface Data {
  page: AnswerOf<typeof contract.listReviewers>
  panels: readonly Panel[]
}

const quiet = { display: 'block', color: 'var(--ink-2)' }

/** Experts who left judge nothing: only what concerns the record is shown. */
const hasLeft = ({ state }: Reviewer): boolean => state === 'declined' || state === 'removed'

interface PanelSelectProps {
  reviewer: Reviewer
  panels: readonly Panel[]
  isFixed: boolean
  onChange: (panel: PanelId | null) => Promise<void>
}

const PanelSelect = ({ reviewer, panels, isFixed, onChange }: PanelSelectProps) => {
  const { t } = useReviewerWords()
  const [busy, setBusy] = useState(false)
  if (isFixed || hasLeft(reviewer)) return panels.find(({ id }) => id === reviewer.panel)?.name ?? '–'
  const choose = async (panel: PanelId | undefined): Promise<void> => {
    setBusy(true)
    await onChange(panel ?? null)
    setBusy(false)
  }
  return (
    <Select
      allowClear
      size="small"
      aria-label={t('panelOf', { name: reviewer.name })}
      placeholder={t('noPanel')}
      value={reviewer.panel ?? undefined}
      disabled={busy}
      options={panels.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(panel: PanelId | undefined) => void choose(panel)}
      popupMatchSelectWidth={false}
      style={{ minWidth: 110 }}
    />
  )
}

const ExpertsTab = ({ client, round, data, pagesOf, onChanged }: RoundTabProps<Data>) => {
  const { page, panels } = data
  const { t, fields } = useReviewerWords()
  const { message } = App.useApp()
  const { query, busy, change } = useListAddress()
  const size = useTableSize()
  const actionsColumn = useActionsColumn()
  const [open, setOpen] = useState<'add' | 'import' | 'panels'>()
  const [edited, setEdited] = useState<Reviewer>()
  const [replaced, setReplaced] = useState<Reviewer>()
  const { t: plan } = usePlanWords()
  const close = (): void => setOpen(undefined)
  const isFixed = round.state === 'closed' || round.state === 'settled'
  const hasPanels = round.mode === 'panel' || panels.length > 0

  const setPanel = async (reviewer: Reviewer, panel: PanelId | null): Promise<void> => {
    const { fields: own, institution, maxWorks, version } = reviewer
    const body = { fields: own, institution, maxWorks, version, panel, isChair: false }
    try {
      await client(saveReviewer, { params: { id: round.id, reviewer: reviewer.id }, body })
    } catch {
      // The request has shown the reason.
    }
    onChanged()
  }
  const askAgain = async (reviewer: Reviewer): Promise<void> => {
    try {
      await client(inviteAgain, { params: { id: round.id, reviewer: reviewer.id } })
      void message.success(t('invited', { count: 1 }))
      onChanged()
    } catch {
      // The request has shown the reason.
    }
  }

  const columns: TableColumnType<Reviewer>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 190,
      render: (_, { name, contact }) => (
        <>
          {name}
          <small style={{ ...quiet, overflowWrap: 'anywhere' }}>{contact}</small>
        </>
      ),
    },
    {
      key: 'institution',
      title: t('institution'),
      width: 200,
      render: (_, { institution, fields: own }) => (
        <>
          {institution || '–'}
          <small style={quiet}>{fields(own)}</small>
        </>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      render: (_, { state, reason }) => (
        <>
          <ReviewerState state={state} />
          {reason && <small style={quiet}>{reason}</small>}
        </>
      ),
    },
    {
      key: 'pledge',
      title: t('pledge'),
      render: (_, reviewer) =>
        hasLeft(reviewer) ? (
          '–'
        ) : (
          <StateTag tone={reviewer.hasPledged ? 'good' : 'waiting'}>
            {t(reviewer.hasPledged ? 'pledged' : 'notPledged')}
          </StateTag>
        ),
    },
    ...(hasPanels
      ? [
          {
            key: 'panel',
            title: t('panel'),
            render: (_: unknown, reviewer: Reviewer) => (
              <Space size={4} wrap>
                <PanelSelect
                  reviewer={reviewer}
                  panels={panels}
                  isFixed={isFixed}
                  onChange={(panel) => setPanel(reviewer, panel)}
                />
                {reviewer.isChair && <StateTag tone="active">{t('chair')}</StateTag>}
              </Space>
            ),
          },
        ]
      : []),
    {
      key: 'load',
      title: t('load'),
      align: 'right',
      render: (_, { assigned, maxWorks }) => (
        <span style={{ whiteSpace: 'nowrap' }}>{`${assigned} / ${maxWorks}`}</span>
      ),
    },
    {
      key: 'finished',
      title: t('finished'),
      align: 'right',
      render: (_, { finished, assigned }) => (
        <span style={{ whiteSpace: 'nowrap' }}>{assigned > 0 ? `${finished} / ${assigned}` : '–'}</span>
      ),
    },
    {
      key: 'conflicts',
      title: t('conflicts'),
      align: 'right',
      render: (_, { id, name, conflicts }) =>
        conflicts > 0 ? (
          <Link
            to={`${roundAddress(round.id, 'conflicts')}&reviewer=${id}`}
            aria-label={t('conflictsOf', { name, count: conflicts })}
          >
            {conflicts}
          </Link>
        ) : (
          '–'
        ),
    },
  ]

  const actionsOf = (reviewer: Reviewer): RowAction[] => {
    if (isFixed) return []
    return hasLeft(reviewer)
      ? [{ key: 'again', label: t('again'), onClick: () => void askAgain(reviewer) }]
      : [
          { key: 'edit', label: t('edit'), onClick: () => setEdited(reviewer) },
          { key: 'replace', label: plan('replace'), danger: true, onClick: () => setReplaced(reviewer) },
        ]
  }

  const addButtons = (
    <>
      <Button type="primary" aria-haspopup="dialog" disabled={isFixed} onClick={() => setOpen('add')}>
        {t('add')}
      </Button>
      <Button aria-haspopup="dialog" disabled={isFixed} onClick={() => setOpen('import')}>
        {t('import')}
      </Button>
    </>
  )
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar
        list="roundExpert"
        keptNames={['tab']}
        tools={
          <>
            {addButtons}
            {(round.mode === 'panel' || panels.length > 0) && (
              <Button aria-haspopup="dialog" onClick={() => setOpen('panels')}>
                {t('panels', { count: panels.length })}
              </Button>
            )}
          </>
        }
      >
        <ListSearch query={query} change={change} label={t('search')} hint={t('searchHint')} width={260} />
        <ListFilter
          query={query}
          change={change}
          name="state"
          label={t('state')}
          options={reviewerStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        {panels.length > 0 && (
          <ListFilter
            query={query}
            change={change}
            name="panel"
            label={t('panel')}
            options={panels.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </FilterBar>
      <Table<Reviewer>
        rowKey="id"
        size={size}
        loading={busy}
        dataSource={page.list}
        pagination={pagesOf(page)}
        {...wideTable(page.list)}
        locale={{
          emptyText:
            round.experts === 0 && page.total === 0 && !query.get('search') ? (
              <Empty description={t('none')}>
                <Space wrap>{addButtons}</Space>
              </Empty>
            ) : (
              <Empty description={t('noMatch')} />
            ),
        }}
        columns={[...columns, actionsColumn<Reviewer>(({ name }) => name, actionsOf)]}
      />
      {open === 'add' && <AddExperts client={client} roundId={round.id} onInvited={onChanged} onClose={close} />}
      {open === 'import' && <ImportExperts client={client} roundId={round.id} onImported={onChanged} onClose={close} />}
      {open === 'panels' && (
        <PanelEditor
          client={client}
          roundId={round.id}
          panels={panels}
          isFixed={isFixed}
          onSaved={onChanged}
          onClose={close}
        />
      )}
      {replaced && (
        <ReplaceExpert
          client={client}
          round={round}
          reviewer={replaced}
          onReplaced={onChanged}
          onClose={() => setReplaced(undefined)}
        />
      )}
      {edited && (
        <EditExpert
          client={client}
          roundId={round.id}
          reviewer={edited}
          panels={panels}
          onSaved={onChanged}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Space>
  )
}

const names = ['search', 'state', 'panel', 'page', 'pageSize'] as const

export const expertsTab = defineTab<Data>({
  key: 'experts',
  label: 'office.reviewers.tab',
  load: async ({ round, query, client }) => {
    const params = { id: round.id }
    const quietly = { skipErrorHandler: true }
    const [page, { list: panels }] = await Promise.all([
      client(
        listReviewers,
        { params, query: pickQuery<QueryInputOf<typeof contract.listReviewers>>(query, names) },
        quietly,
      ),
      client(listPanels, { params }, quietly),
    ])
    return { page, panels }
  },
  component: ExpertsTab,
})
