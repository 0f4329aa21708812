import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Avatar, Table, type TableColumnType, type TablePaginationConfig } from 'antd'
import type { ActivityItem } from '@lectern/contract/competition/activities.ts'
import { activityMoves, type ActivityState as State } from '@lectern/contract/competition/competition-values.ts'
import { pictureUrl, widthsOf } from '@lectern/contract/files/file-addresses.ts'
import { localize } from '@lectern/contract/localized.ts'
import { Link } from '../../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { EmptyList } from '../../../admin-ui/components/empty-list.tsx'
import { TranslationCounts } from '../../../admin-ui/components/translation-counts.tsx'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import type { ActivityColumn } from '../activity-columns.ts'
import { ActivityState } from './activity-state.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'

interface ActivityTableProps {
  activities: readonly ActivityItem[]
  columns: readonly ActivityColumn[]
  nameOf: (activity: ActivityItem) => string
  pages: TablePaginationConfig
  busy: boolean
  onMove: (activity: ActivityItem, state: State) => void
  onCopy: (activity: ActivityItem) => void
}

const Cover = ({ activity: { coverPicture: cover, code } }: { activity: ActivityItem }) => (
  <Avatar
    shape="square"
    aria-hidden="true"
    {...(cover && { src: pictureUrl(cover.id, widthsOf(cover.width)[0]!, 'webp'), alt: '' })}
  >
    {code}
  </Avatar>
)

/** Moving back to draft is offered in the editor only; a schedule can be cancelled here. */
const quickMoves = ({ state, teams }: ActivityItem): readonly State[] =>
  activityMoves[state].filter((next) => {
    if (next === 'draft') return state === 'scheduled'
    // An activity with teams must stay visible to them.
    return next !== 'scheduled' || teams === 0
  })

export const ActivityTable = ({ activities, columns, nameOf, pages, busy, onMove, onCopy }: ActivityTableProps) => {
  const intl = useIntl()
  const actions = useActionsColumn()
  const zoned = useZoned()
  const t = (key: IdAfter<'office.activities.'>, values?: Record<string, string>): string =>
    intl.formatMessage({ id: `office.activities.${key}` }, values)
  const looks: TableColumnType<ActivityItem>[] = [
    {
      key: 'name',
      title: t('name'),
      render: (_, activity) => (
        <span style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
          <Cover activity={activity} />
          <Link to={`/Admin/Activity/Edit?id=${activity.id}`}>{nameOf(activity)}</Link>
        </span>
      ),
    },
    { key: 'code', title: t('code'), dataIndex: 'code' },
    {
      key: 'group',
      title: t('group'),
      render: (_, { group }) => localize(group, intl.locale).text,
    },
    {
      key: 'state',
      title: t('state'),
      render: (_, { state, publishAt }) => (
        <>
          <ActivityState state={state} /> {publishAt && <Moment value={publishAt} />}
        </>
      ),
    },
    { key: 'teams', title: t('teams'), align: 'right', render: (_, { teams }) => intl.formatNumber(teams) },
    {
      key: 'enrolments',
      title: t('enrolments'),
      align: 'right',
      render: (_, { enrolments }) => intl.formatNumber(enrolments),
    },
    {
      key: 'places',
      title: t('places'),
      align: 'right',
      render: (_, { taken, capacity }) => (
        <FormattedMessage
          id={capacity === null ? 'office.activities.placesOpen' : 'office.activities.placesOf'}
          values={{ taken, capacity }}
        />
      ),
    },
    {
      key: 'languages',
      title: intl.formatMessage({ id: 'shell.language' }),
      render: (_, { written }) => <TranslationCounts stamps={written} />,
    },
    {
      key: 'updatedAt',
      title: zoned(t('updatedAt')),
      render: (_, { updatedAt }) => <Moment value={updatedAt} />,
    },
    actions(nameOf, (activity) => [
      ...quickMoves(activity).map((state) => ({
        key: state,
        label: intl.formatMessage({
          id: state === activity.state ? 'office.activities.schedule.change' : `office.publishing.move.${state}`,
        }),
        onClick: () => onMove(activity, state),
      })),
      { key: 'copy', label: t('copy'), onClick: () => onCopy(activity) },
    ]),
  ]
  const size = useTableSize()
  return (
    <Table<ActivityItem>
      rowKey="id"
      size={size}
      loading={busy}
      dataSource={activities}
      pagination={pages}
      {...wideTable(activities)}
      locale={{ emptyText: <EmptyList noMatch={t('none')} /> }}
      columns={looks.filter(({ key }) => key === 'actions' || columns.includes(key as ActivityColumn))}
    />
  )
}
