import { readBanner, type Banner } from '@lectern/contract/banners/banners.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { BannerEditor } from '../../features/banners/components/banner-editor.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { useSavedItem } from '../../features/admin-ui/use-saved-item.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

/** Without an id in the address: a new banner. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return { banner: id ? await client(readBanner, { params: { id } }, { skipErrorHandler: true }) : undefined }
}

const Desk = ({ banner: loaded }: { banner: Banner | undefined }) => {
  const intl = useIntl()
  const client = useClient()
  const [banner, take] = useSavedItem(loaded, '/Admin/Banner/Edit')
  const title = banner ? localize(banner.title, intl.locale).text : intl.formatMessage({ id: 'office.banners.add' })
  return (
    <OfficeFrame title={title} actions={<BackLink to="/Admin/Banner" label="menu.banners" />}>
      <BannerEditor client={client} banner={loaded} onSaved={take} />
    </OfficeFrame>
  )
}

export default function BannerEdit() {
  const { banner } = useData<typeof loader>()
  return <Desk key={banner?.id ?? 'new'} banner={banner} />
}
