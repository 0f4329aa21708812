import { useIntl } from 'react-intl'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { ExpertEditor } from '../../features/experts/components/expert-editor.tsx'
import { expertDetails } from '../../features/experts/office-api.ts'
import { BackLink } from '../../features/office/components/back-link.tsx'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

/** A new one as long as the address names none. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return { expert: id ? await client(expertDetails, { params: { id } }, { skipErrorHandler: true }) : undefined }
}

export default function ExpertEdit() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { expert } = useData<typeof loader>()
  const title = expert
    ? localize(expert.name, intl.locale as Locale).text
    : intl.formatMessage({ id: 'office.experts.add' })
  return (
    <OfficeFrame title={title} actions={<BackLink to="/Admin/Expert" label="menu.experts" />}>
      <ExpertEditor
        key={expert?.id ?? 'new'}
        client={client}
        expert={expert}
        onSaved={({ id }) => {
          if (!expert) void go(router, `/Admin/Expert/Edit?id=${id}`, { replace: true })
        }}
      />
    </OfficeFrame>
  )
}
