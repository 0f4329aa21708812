import { listAllBanners } from '@lectern/contract/banners/banners.ts'
import { Button, Empty } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { BannerList } from '../../features/banners/components/banner-list.tsx'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = ({ client }: LoaderInput) => client(listAllBanners, undefined, { skipErrorHandler: true })

export default function Banners() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { list, order } = useData<typeof loader>()
  const add = (
    <Button type="primary" onClick={() => void go(router, '/Admin/Banner/Edit')}>
      <FormattedMessage id="office.banners.add" />
    </Button>
  )
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.banners' })} actions={add}>
      {list.length === 0 ? (
        <Empty description={intl.formatMessage({ id: 'office.banners.none' })} />
      ) : (
        <BannerList client={client} banners={list} order={order} onChanged={() => void router.reload()} />
      )}
    </OfficeFrame>
  )
}
