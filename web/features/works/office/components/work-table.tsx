import { Grid, Space, type TableColumnType } from 'antd'
import type { ListedWork } from '@lectern/contract/works/work-office.ts'
import { Link } from '../../../../router/link.tsx'
import { useRouter } from '../../../../router/router-context.tsx'
import { go } from '../../../../router/history.ts'
import { Cover } from '../../../../ui/cover.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import type { ListState } from '../../../admin-ui/components/list-table.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { OwnActivityTag } from '../../../admin-ui/components/own-activity-tag.tsx'
import { StageTable } from '../../../admin-ui/components/stage-table.tsx'
import { coverUrl, editAddress, officeAddress, readColumns, receiptUrl, type WorkColumn } from '../list-query.ts'
import { useWorkWords } from '../work-words.ts'
import { WorkMarks, WorkState } from './work-state.tsx'

const moments: readonly WorkColumn[] = ['submittedAt', 'decidedAt']

/** Each column as far as it differs from plain text. */
const useColumns = (query: URLSearchParams): Record<WorkColumn, TableColumnType<ListedWork>> => {
  const { t, stage, region, notifiedAt } = useWorkWords()
  const { md: hasRoom = false } = Grid.useBreakpoint()
  const hasTeam = readColumns(query.get('columns')).includes('team')
  return {
    number: {
      // It stays in sight where there is room for more beside it.
      ...(hasRoom && { fixed: 'start' as const }),
      sorter: true,
      render: (_, { id, number }) => (
        <Link to={officeAddress(query, id)} style={{ whiteSpace: 'nowrap' }}>
          {number}
          <Cover src={coverUrl(id)} size="list" />
        </Link>
      ),
    },
    // Beyond these widths words go on in the next line, so that the usual columns have room beside each other.
    title: {
      width: 220,
      render: (_, { id, title, team }) => (
        <>
          <Link to={officeAddress(query, id)}>{title || <small>{t('untitled')}</small>}</Link>
          {!hasTeam && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{team.name}</small>}
        </>
      ),
    },
    team: { width: 100, render: (_, { team }) => team.name },
    activity: { width: 170, render: (_, { activity }) => <span lang={activity.locale}>{activity.name}</span> },
    captain: {
      width: 130,
      render: (_, { captain, school }) => (
        <>
          {captain}
          {school && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{school}</small>}
        </>
      ),
    },
    school: { width: 130 },
    province: { width: 85, render: (_, { province }) => region(province) },
    submittedAt: {
      width: 130,
      sorter: true,
      render: (_, { submission, submittedAt }) =>
        submittedAt && (
          <>
            <Moment value={submittedAt} />
            {submission !== null && (
              <small style={{ display: 'block', color: 'var(--ink-2)' }}>{t('submission', { submission })}</small>
            )}
          </>
        ),
    },
    state: {
      width: 120,
      render: (_, { state, notifyAt, isOwnActivity }) => (
        <Space size={4} wrap>
          <WorkState state={state} />
          {isOwnActivity && <OwnActivityTag why={stage('ownActivity.why')} />}
          {notifyAt && <small>{notifiedAt(notifyAt)}</small>}
        </Space>
      ),
    },
    marks: { width: 150, render: (_, work) => <WorkMarks {...work} /> },
    decidedAt: { width: 130, render: (_, { decidedAt }) => decidedAt && <Moment value={decidedAt} /> },
    reason: { ellipsis: true, width: 240 },
  }
}

/** A work where there is no room for columns. */
const WorkRow = ({ work, query }: { work: ListedWork; query: URLSearchParams }) => {
  const { t, stage, notifiedAt } = useWorkWords()
  const { id, number, title, state, team, activity, submittedAt, notifyAt, isOwnActivity } = work
  return (
    <>
      <div className="row gap-8" style={{ flexWrap: 'nowrap' }}>
        <Cover src={coverUrl(id)} size="list" />
        <Link to={officeAddress(query, id)}>
          <strong>{title || t('untitled')}</strong> <small style={{ whiteSpace: 'nowrap' }}>{number}</small>
        </Link>
      </div>
      <Space size={4} wrap>
        <WorkState state={state} />
        {isOwnActivity && <OwnActivityTag why={stage('ownActivity.why')} />}
        <WorkMarks {...work} />
      </Space>
      <small style={{ color: 'var(--ink-2)' }}>
        {team.name} · <span lang={activity.locale}>{activity.name}</span>
        {submittedAt && (
          <>
            {' · '}
            <span style={{ whiteSpace: 'nowrap' }}>
              <Moment value={submittedAt} />
            </span>
          </>
        )}
      </small>
      {notifyAt && <small>{notifiedAt(notifyAt)}</small>}
    </>
  )
}

interface WorkTableProps extends ListState<ListedWork> {
  works: readonly ListedWork[]
  columns: readonly WorkColumn[]
  query: URLSearchParams
}

export const WorkTable = ({ works, ...list }: WorkTableProps) => {
  const { query } = list
  const { t } = useWorkWords()
  const router = useRouter()
  const looks = useColumns(query)
  const actionsOf = ({ id, submission }: ListedWork): RowAction[] => [
    { key: 'open', label: t('open'), onClick: () => void go(router, officeAddress(query, id)) },
    { key: 'edit', label: t('editFor'), onClick: () => void go(router, editAddress(id)) },
    ...(submission === null
      ? []
      : [
          {
            key: 'receipt',
            label: t('receipt'),
            onClick: () => window.location.assign(receiptUrl(id, submission)),
          },
        ]),
  ]
  return (
    <StageTable
      {...list}
      list={works}
      looks={looks}
      moments={moments}
      t={t}
      actionsOf={actionsOf}
      usualSort="waiting"
      onOpen={({ id }) => void go(router, officeAddress(query, id))}
      renderCard={(work) => <WorkRow work={work} query={query} />}
    />
  )
}
