import { useIntl } from 'react-intl'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useSession, useSessionStore } from '../../app/session.tsx'
import { officeSettings } from '../../features/office/api.ts'
import { SecondFactorRule } from '../../features/office/components/second-factor-rule.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

export const loader = ({ client }: LoaderInput) => client(officeSettings, {}, { skipErrorHandler: true })

export default function Settings() {
  const intl = useIntl()
  const client = useClient()
  const { user } = useSession()
  const session = useSessionStore()
  const stored = useData<typeof loader>()
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.settings' })}>
      <SecondFactorRule
        client={client}
        stored={stored}
        hasOwn={user?.hasSecondFactor === true}
        onChanged={() => session.refresh()}
      />
    </OfficeFrame>
  )
}
