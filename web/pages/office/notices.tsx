import { Alert, Card, Space } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useSite } from '../../app/site.tsx'
import { AnnouncementForm } from '../../features/notices/components/announcement-form.tsx'
import { AnnouncementTable } from '../../features/notices/components/announcement-table.tsx'
import { announcementList } from '../../features/notices/office-api.ts'
import { pickQuery, useListAddress } from '../../features/office/list-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(announcementList, { query: pickQuery(query, ['page', 'pageSize']) }, { skipErrorHandler: true })

export default function Notices() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { channels } = useSite()
  const data = useData<typeof loader>()
  const { busy, change } = useListAddress()
  const pages = usePagesOfTable(data, change)
  const text = (id: string): string => intl.formatMessage({ id })
  return (
    <OfficeFrame title={text('menu.notices')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        {!channels.includes('mail') && <Alert type="warning" showIcon title={text('office.notices.noMail')} />}
        <Card size="small" title={text('office.notices.write')}>
          <AnnouncementForm client={client} onSent={() => void router.reload()} />
        </Card>
        <Card size="small" title={text('office.notices.sent')}>
          <AnnouncementTable list={data.list} pages={pages} busy={busy} />
        </Card>
      </Space>
    </OfficeFrame>
  )
}
