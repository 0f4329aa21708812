import { App, Button, Checkbox, Empty, Space, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/rounds/rounds.ts'
import { collectWorks, listRoundWorks, removeRoundWork, type RoundWork } from '@lectern/contract/rounds/rounds.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { Link } from '../../../../router/link.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { defineTab, type RoundTabProps } from '../round-tab.ts'
import { useRoundWords } from '../round-words.ts'
import { usePlanWords } from '../plan-words.ts'
import { SheetsDrawer } from '../../../scoring/office/components/sheets-drawer.tsx'
import { useScoringWords } from '../../../scoring/office/scoring-words.ts'
import { AssignmentDrawer } from './assignment-drawer.tsx'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'

type Works = AnswerOf<typeof contract.listRoundWorks>

const useColumns = (onOpen: (work: RoundWork) => void): TableColumnType<RoundWork>[] => {
  const { t, intl } = useRoundWords()
  const { t: plan } = usePlanWords()
  const quiet = { display: 'block', color: 'var(--ink-2)' }
  return [
    { key: 'code', title: t('code'), render: (_, { code }) => <code>{code}</code> },
    {
      key: 'number',
      title: t('number'),
      render: (_, { number, work }) => (
        <Link to={`/Admin/Work/${work}`} style={{ whiteSpace: 'nowrap' }}>
          {number}
        </Link>
      ),
    },
    {
      key: 'title',
      title: t('work'),
      width: 220,
      render: (_, { title, activity }) => (
        <>
          {title}
          <small style={quiet}>{activity}</small>
        </>
      ),
    },
    {
      key: 'team',
      title: t('team'),
      width: 180,
      render: (_, { team, school, province }) => (
        <>
          {team}
          <small style={quiet}>
            {[province && (regionName(province, intl.locale) ?? province), school].filter(Boolean).join(' · ')}
          </small>
        </>
      ),
    },
    { key: 'panel', title: t('panel'), render: (_, { panel }) => panel?.name ?? '–' },
    {
      key: 'assigned',
      title: t('assigned'),
      align: 'right',
      render: (_, work) =>
        work.isRemoved ? (
          '–'
        ) : (
          <Button
            type="link"
            size="small"
            aria-haspopup="dialog"
            aria-label={`${work.assigned} / ${work.needed} · ${plan('openOf', { name: work.title || work.number })}`}
            onClick={() => onOpen(work)}
          >
            {`${work.assigned} / ${work.needed}`}
          </Button>
        ),
    },
    {
      key: 'finished',
      title: t('finished'),
      align: 'right',
      render: (_, { finished, assigned }) => (assigned > 0 ? `${finished} / ${assigned}` : '–'),
    },
    {
      key: 'state',
      title: t('marks'),
      render: (_, { isRemoved, removedReason, assigned, needed, conflicts }) => (
        <Space size={4} wrap>
          {isRemoved && <StateTag tone="bad">{t('removed')}</StateTag>}
          {isRemoved && <small>{removedReason ?? t('removed.work')}</small>}
          {!isRemoved && assigned < needed && <StateTag tone="waiting">{t('short')}</StateTag>}
          {conflicts > 0 && <StateTag tone="quiet">{t('conflicts', { count: conflicts })}</StateTag>}
        </Space>
      ),
    },
  ]
}

const WorksTab = ({ client, round, data: page, pagesOf, onChanged }: RoundTabProps<Works>) => {
  const { t } = useRoundWords()
  const { message } = App.useApp()
  const { query, busy, change } = useListAddress()
  const size = useTableSize()
  const [opened, setOpened] = useState<RoundWork>()
  const columns = useColumns(setOpened)
  const { t: plan } = usePlanWords()
  const { t: scoring } = useScoringWords()
  const [judged, setJudged] = useState<RoundWork>()
  const actionsColumn = useActionsColumn()
  const [isCollecting, setCollecting] = useState(false)
  const [removing, setRemoving] = useState<RoundWork>()
  const params = (work: RoundWork) => ({ id: round.id, entry: work.entry })
  const collect = async (): Promise<void> => {
    setCollecting(true)
    try {
      const { added } = await client(collectWorks, { params: { id: round.id } })
      void message.success(t('collected', { count: added }))
      onChanged()
    } catch {
      // The request has shown the reason.
    }
    setCollecting(false)
  }
  const restore = async (work: RoundWork): Promise<void> => {
    try {
      await client(removeRoundWork, { params: params(work), body: { removed: false } })
      onChanged()
    } catch {
      // The request has shown the reason.
    }
  }
  const actionsOf = (work: RoundWork): RowAction[] => {
    const isSettled = round.state === 'settled'
    if (work.isRemoved)
      return isSettled ? [] : [{ key: 'restore', label: t('restore'), onClick: () => void restore(work) }]
    const sheets = { key: 'sheets', label: scoring('sheets'), onClick: () => setJudged(work) }
    const changes = [
      { key: 'experts', label: plan('open'), onClick: () => setOpened(work) },
      { key: 'remove', label: t('remove'), danger: true, onClick: () => setRemoving(work) },
    ]
    return [...(work.finished > 0 ? [sheets] : []), ...(isSettled ? [] : changes)]
  }
  const isArranging = round.state !== 'closed' && round.state !== 'settled'
  const collectButton = (
    <Button type="primary" loading={isCollecting} disabled={!isArranging} onClick={() => void collect()}>
      {t('collect')}
    </Button>
  )
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar list="roundWork" keptNames={['tab']} tools={page.total > 0 && collectButton}>
        <ListSearch query={query} change={change} label={t('search')} hint={t('searchHint')} width={280} />
        <Checkbox
          checked={query.get('short') === 'true'}
          onChange={({ target }) => change({ short: target.checked ? 'true' : undefined })}
        >
          {t('onlyShort')}
        </Checkbox>
      </FilterBar>
      <Table<RoundWork>
        rowKey="entry"
        size={size}
        loading={busy}
        dataSource={page.list}
        pagination={pagesOf(page)}
        {...wideTable(page.list)}
        locale={{
          emptyText:
            round.works === 0 ? (
              <Empty description={t(round.source.previous ? 'noWorks.previous' : 'noWorks')}>{collectButton}</Empty>
            ) : (
              <Empty description={t('noMatch')} />
            ),
        }}
        columns={[...columns, actionsColumn<RoundWork>(({ number }) => number, actionsOf)]}
      />
      {opened && (
        <AssignmentDrawer
          client={client}
          round={round}
          work={opened}
          onChanged={onChanged}
          onClose={() => setOpened(undefined)}
        />
      )}
      {judged && (
        <SheetsDrawer
          client={client}
          round={round}
          work={judged}
          onChanged={onChanged}
          onClose={() => setJudged(undefined)}
        />
      )}
      {removing && (
        <ReasonDialog
          title={t('remove.title', { name: removing.title || removing.number })}
          help={t('remove.help')}
          action={t('remove')}
          isDangerous
          onSend={async (reason) => {
            await client(removeRoundWork, { params: params(removing), body: { removed: true, reason } })
            onChanged()
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Space>
  )
}

const names = ['search', 'short', 'panel', 'page', 'pageSize'] as const

export const worksTab = defineTab<Works>({
  key: 'works',
  label: 'office.rounds.works',
  load: ({ round, query, client }) =>
    client(
      listRoundWorks,
      { params: { id: round.id }, query: pickQuery<QueryInputOf<typeof contract.listRoundWorks>>(query, names) },
      { skipErrorHandler: true },
    ),
  component: WorksTab,
})
