import { Empty, Table, Typography, type TablePaginationConfig } from 'antd'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Announcement } from '@lectern/contract/notices.ts'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { Moment, useZoned } from '../../../ui/moment.tsx'
import { StateTag } from '../../office/components/state-tag.tsx'
import { wideTable } from '../../office/wide-table.ts'

const tones = { sending: 'active', sent: 'good' } as const

const Text = ({ announcement: { body, link } }: { announcement: Announcement }) => {
  const { text, locale } = localize(body, useIntl().locale as Locale)
  return (
    <>
      <Typography.Paragraph
        lang={locale}
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '40rem' }}
      >
        {text}
      </Typography.Paragraph>
      {link && <Link to={link}>{link}</Link>}
    </>
  )
}

const showText = (announcement: Announcement) => <Text announcement={announcement} />

interface AnnouncementTableProps {
  list: readonly Announcement[]
  pages: TablePaginationConfig
  busy: boolean
}

/** What has been announced, to whom, and how many have read it. */
export const AnnouncementTable = ({ list, pages, busy }: AnnouncementTableProps) => {
  const intl = useIntl()
  const zoned = useZoned()
  const text = (id: string): string => intl.formatMessage({ id })
  return (
    <Table<Announcement>
      rowKey="id"
      size="small"
      loading={busy}
      dataSource={list}
      pagination={pages}
      {...wideTable(list)}
      locale={{ emptyText: <Empty image={null} description={text('office.notices.none')} /> }}
      expandable={{
        columnTitle: <span className="visually-hidden">{text('office.details')}</span>,
        expandedRowRender: showText,
      }}
      columns={[
        { title: zoned(text('office.time')), render: (_, { createdAt }) => <Moment value={createdAt} /> },
        {
          title: text('office.notices.title'),
          render: (_, { title }) => {
            const shown = localize(title, intl.locale as Locale)
            return <span lang={shown.locale}>{shown.text}</span>
          },
        },
        { title: text('office.notices.to'), render: (_, { to }) => text(`office.notices.to.${to}`) },
        {
          title: text('office.notices.readers'),
          align: 'end',
          render: (_, { readers, people }) =>
            intl.formatMessage(
              { id: 'office.notices.ofPeople' },
              { readers, people, share: people === 0 ? 0 : Math.min(1, readers / people) },
            ),
        },
        { title: text('office.notices.letters'), dataIndex: 'letters', align: 'end' },
        {
          title: text('office.notices.state'),
          render: (_, { state }) => <StateTag tone={tones[state]}>{text(`office.notices.state.${state}`)}</StateTag>,
        },
        { title: text('office.notices.by'), render: (_, { by }) => by ?? text('office.audit.gone') },
      ]}
    />
  )
}
