import { Space, Table, type TablePaginationConfig } from 'antd'
import type { Announcement } from '@lectern/contract/announcements/announcements.ts'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { Moment, useZoned } from '../../../ui/moment.tsx'
import { OwnActivityTag } from '../../admin-ui/components/own-activity-tag.tsx'
import { useTableSize } from '../../admin-ui/density.ts'
import { wideTable } from '../../admin-ui/wide-table.ts'
import { useAnnouncementWords, type Choices } from '../announcement-words.ts'
import { AnnouncementState } from './announcement-state.tsx'
import { LetterCounts } from './letter-counts.tsx'
import { EmptyList } from '../../admin-ui/components/empty-list.tsx'

interface AnnouncementTableProps {
  list: readonly Announcement[]
  pages: TablePaginationConfig
  busy: boolean
  choices: Choices
}

/** Drafts and sent announcements with audience, sender and delivery. */
export const AnnouncementTable = ({ list, pages, busy, choices }: AnnouncementTableProps) => {
  const intl = useIntl()
  const zoned = useZoned()
  const size = useTableSize()
  const { t, titleOf, conditionsOf } = useAnnouncementWords()
  return (
    <Table<Announcement>
      rowKey="id"
      size={size}
      loading={busy}
      dataSource={list}
      pagination={pages}
      {...wideTable(list)}
      locale={{ emptyText: <EmptyList noMatch={t('none')} /> }}
      columns={[
        {
          title: t('title'),
          render: (_, announcement) => {
            const { text, lang } = titleOf(announcement)
            return (
              <Link to={`/Admin/Announcement/Edit?id=${announcement.id}`} lang={lang}>
                {text}
              </Link>
            )
          },
        },
        {
          title: t('state'),
          render: (_, { state, whyNot }) => (
            <Space size={4} wrap>
              <AnnouncementState state={state} />
              {whyNot !== null && <OwnActivityTag why={whyNot} />}
            </Space>
          ),
        },
        {
          title: t('audience'),
          render: (_, { audience, named }) => (
            <span style={{ display: 'inline-block', minWidth: 180, maxWidth: 360 }}>
              {conditionsOf(audience, named, choices)
                .map(({ value }) => value)
                .join(' · ')}
            </span>
          ),
        },
        {
          title: t('people'),
          align: 'end',
          render: (_, { people, told, state }) => {
            if (people === null) return ''
            return state === 'sending' ? t('told', { told, people }) : intl.formatNumber(told)
          },
        },
        {
          title: t('readers'),
          align: 'end',
          render: (_, { people, readers }) => (people === null ? '' : intl.formatNumber(readers)),
        },
        {
          title: t('letters'),
          render: (_, { people, letters }) => (people === null ? '' : <LetterCounts letters={letters} />),
        },
        {
          title: zoned(t('changed')),
          render: (_, { sentAt, updatedAt }) => <Moment value={sentAt ?? updatedAt} />,
        },
        {
          title: t('by'),
          render: (_, { sentAt, sentBy }) =>
            sentAt ? (sentBy ?? intl.formatMessage({ id: 'office.audit.gone' })) : '',
        },
      ]}
    />
  )
}
