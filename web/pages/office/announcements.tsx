import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { listAnnouncements } from '@lectern/contract/announcements/announcements.ts'
import { Alert, Button, Space } from 'antd'
import { useEffect } from 'react'
import { announcementStates } from '@lectern/contract/announcements/announcement-values.ts'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useSite } from '../../app/site.tsx'
import { useAnnouncementWords } from '../../features/announcements/announcement-words.ts'
import { AnnouncementTable } from '../../features/announcements/components/announcement-table.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../features/admin-ui/components/list-search.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const names = ['search', 'state', 'page', 'pageSize'] as const

export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [page, choices] = await Promise.all([
    client(listAnnouncements, { query: pickQuery(query, names) }, quietly),
    client(listEnrolmentChoices, { query: {} }, quietly),
  ])
  return { page, choices }
}

const lookAgainMilliseconds = 3_000

export default function Announcements() {
  const intl = useIntl()
  const router = useRouter()
  const { channels } = useSite()
  const { t } = useAnnouncementWords()
  const { page, choices } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const isSending = page.list.some(({ state }) => state === 'sending')
  useEffect(() => {
    if (!isSending) return undefined
    const timer = setInterval(() => void router.reload(), lookAgainMilliseconds)
    return () => clearInterval(timer)
  }, [isSending, router])
  const add = (
    <Button type="primary" onClick={() => void go(router, '/Admin/Announcement/Edit')}>
      {t('add')}
    </Button>
  )
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.announcements' })} actions={add}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        {!channels.includes('mail') && <Alert type="warning" showIcon title={t('noMail')} />}
        <FilterBar list="announcements">
          <ListSearch query={query} change={change} label={t('search')} />
          <ListFilter
            query={query}
            change={change}
            name="state"
            label={t('state')}
            options={announcementStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
        </FilterBar>
        <AnnouncementTable list={page.list} pages={pages} busy={busy} choices={choices} />
      </Space>
    </OfficeFrame>
  )
}
