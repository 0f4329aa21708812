import { Empty, Space, Table, type TableColumnType } from 'antd'
import type { ResultActivity } from '@lectern/contract/results/results.ts'
import { Link } from '../../../../router/link.tsx'
import { OwnActivityTag } from '../../../admin-ui/components/own-activity-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { nextStepOf } from '../next-step.ts'
import { resultAddress } from '../result-address.ts'
import { useResultWords } from '../result-words.ts'
import { ListState } from './list-state.tsx'

interface ActivityTableProps {
  activities: readonly ResultActivity[]
  timeZone: string
  busy: boolean
}

/** What comes next with the results of each activity. */
const useNext = (timeZone: string) => {
  const { t, intl } = useResultWords()
  return ({ newest, settledRounds, accepted }: ResultActivity): string => {
    if (!newest && (settledRounds === 0 || accepted === 0)) return t('next.review')
    if (newest?.isScheduled && newest.announcedAt)
      return t('next.scheduled', { moment: intl.formatMoment(newest.announcedAt, 'moment', timeZone) })
    const next = nextStepOf(newest)
    if (next === 'finalise' && newest?.publicityUntil && Date.parse(newest.publicityUntil) > Date.now())
      return t('next.publicity', { moment: intl.formatMoment(newest.publicityUntil, 'moment', timeZone) })
    return next ? t(`do.${next}`) : '–'
  }
}

/** The activities of an edition, with the state of their results. */
export const ActivityTable = ({ activities, timeZone, busy }: ActivityTableProps) => {
  const { t } = useResultWords()
  const size = useTableSize()
  const nextOf = useNext(timeZone)
  const columns: TableColumnType<ResultActivity>[] = [
    {
      key: 'name',
      title: t('activity'),
      width: 240,
      render: (_, { id, code, name, whyNot }) => (
        <>
          {whyNot === null ? <Link to={resultAddress(id)}>{name}</Link> : name}
          <small style={{ display: 'block', color: 'var(--ink-2)' }}>{code}</small>
        </>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      render: (_, { newest, whyNot }) => (
        <Space size={4} wrap>
          {newest ? <ListState list={newest} /> : <small>{t('noList')}</small>}
          {whyNot !== null && <OwnActivityTag why={whyNot} />}
        </Space>
      ),
    },
    {
      key: 'version',
      title: t('version'),
      align: 'right',
      render: (_, { newest }) => newest?.publicVersion ?? '–',
    },
    {
      key: 'next',
      title: t('next'),
      width: 220,
      render: (_, activity) => (activity.whyNot === null ? nextOf(activity) : '–'),
    },
    { key: 'accepted', title: t('accepted'), align: 'right', render: (_, { accepted }) => accepted },
    {
      key: 'rounds',
      title: t('settledRounds'),
      align: 'right',
      render: (_, { rounds, settledRounds }) => (rounds > 0 ? `${settledRounds} / ${rounds}` : '–'),
    },
  ]
  return (
    <Table<ResultActivity>
      rowKey="id"
      size={size}
      loading={busy}
      dataSource={activities}
      columns={columns}
      pagination={false}
      {...wideTable(activities)}
      locale={{ emptyText: <Empty description={t('noActivities')} /> }}
    />
  )
}
