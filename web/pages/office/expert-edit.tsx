import { readExpert, type Expert } from '@lectern/contract/experts/experts.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { ExpertEditor } from '../../features/experts/office/components/expert-editor.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { useSavedItem } from '../../features/admin-ui/use-saved-item.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

/** Without an id in the address: a new expert. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return { expert: id ? await client(readExpert, { params: { id } }, { skipErrorHandler: true }) : undefined }
}

const Desk = ({ expert: loaded }: { expert: Expert | undefined }) => {
  const intl = useIntl()
  const client = useClient()
  const [expert, take] = useSavedItem(loaded, '/Admin/Expert/Edit')
  const title = expert ? localize(expert.name, intl.locale).text : intl.formatMessage({ id: 'office.experts.add' })
  return (
    <OfficeFrame title={title} actions={<BackLink to="/Admin/Expert" label="menu.experts" />}>
      <ExpertEditor client={client} expert={loaded} onSaved={take} />
    </OfficeFrame>
  )
}

export default function ExpertEdit() {
  const { expert } = useData<typeof loader>()
  return <Desk key={expert?.id ?? 'new'} expert={expert} />
}
