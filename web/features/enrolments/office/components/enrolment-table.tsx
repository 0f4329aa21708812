import { Grid, Space, type TableColumnType } from 'antd'
import type { ListedEnrolment } from '@lectern/contract/enrolments/enrolment-office.ts'
import { go } from '../../../../router/history.ts'
import { Link } from '../../../../router/link.tsx'
import { useRouter } from '../../../../router/router-context.tsx'
import { useIntl } from '../../../../ui/intl.tsx'
import type { ListState } from '../../../admin-ui/components/list-table.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { officeAddress, readColumns, type EnrolmentColumn } from '../list-query.ts'
import { EnrolmentState } from './enrolment-state.tsx'
import { OwnActivityTag } from '../../../admin-ui/components/own-activity-tag.tsx'
import { StageTable } from '../../../admin-ui/components/stage-table.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

const moments: readonly EnrolmentColumn[] = ['submittedAt', 'decidedAt', 'resubmitBy']

/** The state, and what else organisers have to know of it. */
const EnrolmentMarks = ({ state, notifyAt, inGrace, isOwnActivity, whyNotApprove }: ListedEnrolment) => {
  const { t, stage, notifiedAt } = useEnrolmentWords()
  return (
    <Space size={4} wrap>
      <EnrolmentState state={state} />
      {whyNotApprove !== null && <StateTag tone="quiet">{stage('notRecommended')}</StateTag>}
      {inGrace && <StateTag tone="waiting">{t('inGrace')}</StateTag>}
      {isOwnActivity && <OwnActivityTag why={stage('ownActivity.why')} />}
      {notifyAt && <small>{notifiedAt(notifyAt)}</small>}
    </Space>
  )
}

/** An enrolment where there is no room for columns. */
const EnrolmentCard = ({ enrolment, query }: { enrolment: ListedEnrolment; query: URLSearchParams }) => {
  const { t } = useEnrolmentWords()
  const { id, number, team, captain, activity, submittedAt } = enrolment
  return (
    <>
      <Link to={officeAddress(query, id)}>
        <strong>{number ?? t('noNumber')}</strong>
      </Link>
      <EnrolmentMarks {...enrolment} />
      <span>
        {team.name}
        {captain && ` · ${captain}`}
      </span>
      <small style={{ color: 'var(--ink-2)' }}>
        <span lang={activity.locale}>{activity.name}</span>
        {submittedAt && (
          <>
            {' · '}
            <span style={{ whiteSpace: 'nowrap' }}>
              <Moment value={submittedAt} />
            </span>
          </>
        )}
      </small>
    </>
  )
}

/** Columns that are not plain text. */
const useColumns = (query: URLSearchParams): Record<EnrolmentColumn, TableColumnType<ListedEnrolment>> => {
  const { t, region } = useEnrolmentWords()
  const { md: hasRoom = false } = Grid.useBreakpoint()
  const hasCaptain = readColumns(query.get('columns')).includes('captain')
  return {
    number: {
      // Fixed on wide screens.
      ...(hasRoom && { fixed: 'start' as const }),
      sorter: true,
      render: (_, { id, number }) => (
        <Link to={officeAddress(query, id)} style={{ whiteSpace: 'nowrap' }}>
          {number ?? t('noNumber')}
        </Link>
      ),
    },
    // Longer texts wrap, so that the default columns fit.
    team: {
      width: 150,
      render: (_, { team, captain }) => (
        <>
          {team.name}
          {captain && !hasCaptain && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{captain}</small>}
        </>
      ),
    },
    activity: { width: 190, render: (_, { activity }) => <span lang={activity.locale}>{activity.name}</span> },
    state: {
      width: 110,
      render: (_, enrolment) => <EnrolmentMarks {...enrolment} />,
    },
    captain: { width: 80 },
    school: { width: 170 },
    province: { width: 85, render: (_, { province }) => region(province) },
    people: { render: (_, { team }) => team.people },
    submittedAt: {
      width: 140,
      sorter: true,
      render: (_, { submittedAt }) => submittedAt && <Moment value={submittedAt} />,
    },
    decidedAt: { width: 130, render: (_, { decidedAt }) => decidedAt && <Moment value={decidedAt} /> },
    reason: { ellipsis: true, width: 240 },
    resubmitBy: { width: 130, render: (_, { resubmitBy }) => resubmitBy && <Moment value={resubmitBy} /> },
  }
}

interface EnrolmentTableProps extends ListState<ListedEnrolment> {
  enrolments: readonly ListedEnrolment[]
  columns: readonly EnrolmentColumn[]
  query: URLSearchParams
  /** Asks whether to put a team on the waiting list. */
  onPutOnWaitingList: (enrolment: ListedEnrolment) => void
}

export const EnrolmentTable = ({ enrolments, onPutOnWaitingList, ...list }: EnrolmentTableProps) => {
  const { query } = list
  const intl = useIntl()
  const router = useRouter()
  const { t, stage } = useEnrolmentWords()
  const looks = useColumns(query)
  const actionsOf = (item: ListedEnrolment): RowAction[] => [
    {
      key: 'open',
      label: intl.formatMessage({ id: 'office.list.open' }),
      onClick: () => void go(router, officeAddress(query, item.id)),
    },
    ...(item.state === 'draft'
      ? [
          {
            key: 'wait',
            label: intl.formatMessage({ id: 'office.activities.waiting.add' }),
            why: item.isOwnActivity ? stage('ownActivity.why') : null,
            onClick: () => onPutOnWaitingList(item),
          },
        ]
      : []),
    {
      key: 'log',
      label: intl.formatMessage({ id: 'office.list.log' }),
      onClick: () => void go(router, `/Admin/Audit?subjectKind=enrolment&subjectId=${item.id}`),
    },
  ]
  return (
    <StageTable
      {...list}
      list={enrolments}
      looks={looks}
      moments={moments}
      t={t}
      actionsOf={actionsOf}
      renderCard={(enrolment) => <EnrolmentCard enrolment={enrolment} query={query} />}
    />
  )
}
