import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Table, Typography } from 'antd'
import { useRef, useState } from 'react'
import { listWaiting, type WaitingRow } from '@lectern/contract/enrolments/enrolment-office.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { Link } from '../../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useLoad } from '../../../accounts/use-load.ts'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { catchFocus } from '../../../admin-ui/catch-focus.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { WaitingListDialog } from './waiting-list-dialog.tsx'

/** Whether a seat is reserved for a team, and until when. */
const Offer = ({ row: { offeredUntil, isExpired }, timeZone }: { row: WaitingRow; timeZone: string }) => {
  const t = (key: IdAfter<'office.activities.waiting.'>) => <FormattedMessage id={`office.activities.waiting.${key}`} />
  if (isExpired) return <StateTag tone="bad">{t('expired')}</StateTag>
  if (offeredUntil === null) return <StateTag tone="quiet">{t('waits')}</StateTag>
  return (
    <StateTag tone="active">
      <FormattedMessage
        id="office.activities.waiting.held"
        values={{ moment: <Moment key="until" value={offeredUntil} timeZone={timeZone} /> }}
      />
    </StateTag>
  )
}

/** The waiting list of an activity, in the order in which seats are offered. */
export const WaitingListPanel = ({ client, activityId }: { client: Client; activityId: ActivityId }) => {
  const intl = useIntl()
  const size = useTableSize()
  const withActions = useActionsColumn()
  const place = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState<WaitingRow>()
  const { data, failed, reload } = useLoad(() => client(listWaiting, { params: { id: activityId } }))
  const t = (key: IdAfter<'office.activities.waiting.'>, values?: Record<string, number>): string =>
    intl.formatMessage({ id: `office.activities.waiting.${key}` }, values)
  const zoned = useZoned(data?.timeZone)
  const list = data?.list ?? []
  return (
    <div ref={place} tabIndex={-1}>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        {t('title', { count: list.length })}
      </Typography.Title>
      {failed ? (
        <Alert type="warning" showIcon title={t('failed')} />
      ) : (
        <Table<WaitingRow>
          rowKey="enrolmentId"
          size={size}
          loading={!data}
          dataSource={list}
          pagination={list.length > 20 && { pageSize: 20 }}
          {...wideTable(list)}
          locale={{ emptyText: t('none') }}
          columns={[
            { title: t('position'), dataIndex: 'position', width: 80 },
            {
              title: t('team'),
              width: 160,
              render: (_, { team, enrolmentId }) => <Link to={`/Admin/Enrolment/${enrolmentId}`}>{team.name}</Link>,
            },
            {
              title: t('captain'),
              width: 160,
              render: (_, { captain, school }) => (
                <>
                  {captain}
                  <br />
                  <Typography.Text type="secondary">{school}</Typography.Text>
                </>
              ),
            },
            {
              title: zoned(t('joinedAt')),
              width: 150,
              render: (_, { joinedAt }) => <Moment value={joinedAt} timeZone={data!.timeZone} />,
            },
            {
              title: t('offer'),
              width: 180,
              render: (_, row) => <Offer row={row} timeZone={data!.timeZone} />,
            },
            withActions(
              ({ team }) => team.name,
              (row) => [
                {
                  key: 'remove',
                  label: t('remove'),
                  danger: true,
                  why: row.isOwnActivity ? t('own') : null,
                  onClick: () => setRemoved(row),
                },
              ],
            ),
          ]}
        />
      )}
      {removed && (
        <WaitingListDialog
          key={removed.enrolmentId}
          client={client}
          change="remove"
          enrolmentId={removed.enrolmentId}
          team={removed.team.name}
          onChanged={reload}
          onClose={() => {
            setRemoved(undefined)
            catchFocus(place.current)
          }}
        />
      )}
    </div>
  )
}
