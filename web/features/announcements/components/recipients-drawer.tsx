import { Drawer, Input, Table } from 'antd'
import { useState } from 'react'
import type { AnnouncementRecipient, Audience } from '@lectern/contract/announcements/announcements.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Client } from '../../../request/client.ts'
import { useAnnouncementWords } from '../announcement-words.ts'
import { useRecipients } from '../use-recipients.ts'

interface RecipientsDrawerProps {
  client: Client
  audience: Audience
  onClose: () => void
}

const pageSize = 20

/** The current recipients of the audience. */
export const RecipientsDrawer = ({ client, audience, onClose }: RecipientsDrawerProps) => {
  const { t, locale } = useAnnouncementWords()
  const [isOpen, setOpen] = useState(true)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const { answer, isBusy } = useRecipients(client, { audience, page, pageSize, ...(search && { search }) })
  return (
    <Drawer
      open={isOpen}
      size="large"
      title={t('listTitle')}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => {
        if (!opened) onClose()
      }}
    >
      <Input.Search
        allowClear
        aria-label={t('listSearch')}
        placeholder={t('listSearch')}
        onSearch={(text) => {
          setSearch(text.trim())
          setPage(1)
        }}
        style={{ marginBottom: 16 }}
      />
      <Table<AnnouncementRecipient>
        rowKey="id"
        size="small"
        loading={isBusy}
        dataSource={answer?.list ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('countNone') }}
        pagination={{
          current: page,
          pageSize,
          total: answer?.total ?? 0,
          showSizeChanger: false,
          onChange: setPage,
        }}
        columns={[
          {
            title: t('listName'),
            render: (_, { name, username, school }) => (
              <>
                {name}
                <br />
                <small>{[username, school].filter(Boolean).join(' · ')}</small>
              </>
            ),
          },
          { title: t('listTeams'), render: (_, { teams }) => joinList(locale, teams) },
          { title: t('channel'), render: (_, { mail }) => t(mail ? 'byMail' : 'onSite') },
        ]}
      />
    </Drawer>
  )
}
