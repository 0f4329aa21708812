import { listAllPartners } from '@lectern/contract/partners/partners.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Button, Empty, Select, Space } from 'antd'
import { partnerRoles } from '@lectern/contract/experts/expert-values.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useListAddress } from '../../features/admin-ui/list-address.ts'
import { PartnerList } from '../../features/partners/components/partner-list.tsx'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = ({ client }: LoaderInput) => client(listAllPartners, undefined, { skipErrorHandler: true })

export default function Partners() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { list, order } = useData<typeof loader>()
  const { query, change } = useListAddress()
  const role = partnerRoles.find((candidate) => candidate === query.get('role'))
  const t = (key: IdAfter<'office.partners.'>): string => intl.formatMessage({ id: `office.partners.${key}` })
  const add = (
    <Button type="primary" onClick={() => void go(router, '/Admin/Partner/Edit')}>
      <FormattedMessage id="office.partners.add" />
    </Button>
  )
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.partners' })} actions={add}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Select
          allowClear
          aria-label={t('role')}
          placeholder={t('role')}
          value={role}
          options={partnerRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={(value: string | undefined) => change({ role: value })}
          style={{ width: 180 }}
        />
        {list.some((partner) => !role || partner.role === role) ? (
          <PartnerList
            client={client}
            partners={list}
            order={order}
            isListed={(partner) => !role || partner.role === role}
            onChanged={() => void router.reload()}
          />
        ) : (
          <Empty description={t('none')} />
        )}
      </Space>
    </OfficeFrame>
  )
}
