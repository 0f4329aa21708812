import { readBeginning } from '@lectern/contract/begin/begin.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { BeginForm } from '../../features/begin/components/begin-form.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { withBase } from '../../router/match.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = async ({ client }: LoaderInput) => ({
  plan: await client(readBeginning, undefined, { skipErrorHandler: true }),
})

export default function Begin() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { plan } = useData<typeof loader>()
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'office.begin.heading' })}
      actions={<BackLink to="/Admin" label="office.menu.dashboard" />}
    >
      <p>
        <FormattedMessage id="office.begin.intro" />
      </p>
      {/* A full page load: every page contains whether the site is a demo. */}
      <BeginForm client={client} plan={plan} onBegun={() => location.assign(withBase('/Admin', router.base))} />
    </OfficeFrame>
  )
}
