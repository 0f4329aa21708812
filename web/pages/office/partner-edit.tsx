import { readPartner, type Partner } from '@lectern/contract/partners/partners.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { useSavedItem } from '../../features/admin-ui/use-saved-item.ts'
import { PartnerEditor } from '../../features/partners/components/partner-editor.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

/** Without an id in the address: a new partner. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return { partner: id ? await client(readPartner, { params: { id } }, { skipErrorHandler: true }) : undefined }
}

const Desk = ({ partner: loaded }: { partner: Partner | undefined }) => {
  const intl = useIntl()
  const client = useClient()
  const [partner, take] = useSavedItem(loaded, '/Admin/Partner/Edit')
  const title = partner ? localize(partner.name, intl.locale).text : intl.formatMessage({ id: 'office.partners.add' })
  return (
    <OfficeFrame title={title} actions={<BackLink to="/Admin/Partner" label="menu.partners" />}>
      <PartnerEditor client={client} partner={loaded} onSaved={take} />
    </OfficeFrame>
  )
}

export default function PartnerEdit() {
  const { partner } = useData<typeof loader>()
  return <Desk key={partner?.id ?? 'new'} partner={partner} />
}
