import { useIntl } from 'react-intl'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { BackLink } from '../../features/office/components/back-link.tsx'
import { partnerDetails } from '../../features/partners/api.ts'
import { PartnerEditor } from '../../features/partners/components/partner-editor.tsx'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

/** A new one as long as the address names none. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return { partner: id ? await client(partnerDetails, { params: { id } }, { skipErrorHandler: true }) : undefined }
}

export default function PartnerEdit() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { partner } = useData<typeof loader>()
  const title = partner
    ? localize(partner.name, intl.locale as Locale).text
    : intl.formatMessage({ id: 'office.partners.add' })
  return (
    <OfficeFrame title={title} actions={<BackLink to="/Admin/Partner" label="menu.partners" />}>
      <PartnerEditor
        key={partner?.id ?? 'new'}
        client={client}
        partner={partner}
        onSaved={({ id }) => {
          if (!partner) void go(router, `/Admin/Partner/Edit?id=${id}`, { replace: true })
        }}
      />
    </OfficeFrame>
  )
}
