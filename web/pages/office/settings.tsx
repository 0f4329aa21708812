import { Space } from 'antd'
import type { SiteSettings } from '@lectern/contract/settings.ts'
import { useClient } from '../../app/client-context.tsx'
import { LookPreview } from '../../app/office/look-preview.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useSession, useSessionStore } from '../../app/session.tsx'
import { useChangeSite, useSite } from '../../app/site.tsx'
import {
  readMailServer,
  readSettings,
  readSiteSettings,
  type StoredSettings,
  type WrittenSettings,
} from '../../features/settings/api.ts'
import { MailServerCard } from '../../features/settings/components/mail-server-card.tsx'
import { SecondFactorRule } from '../../features/settings/components/second-factor-rule.tsx'
import { SmsCountriesRule } from '../../features/settings/components/sms-countries-rule.tsx'
import { SiteForm } from '../../features/settings/components/site-form.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = async ({ client }: LoaderInput) => {
  const options = { skipErrorHandler: true }
  const [rules, site, mail] = await Promise.all([
    client(readSettings, {}, options),
    client(readSiteSettings, {}, options),
    client(readMailServer, {}, options),
  ])
  return { rules, site, mail }
}

/** The settings as pages use them. */
const shownOf = ({ version: _version, pictures, ...settings }: StoredSettings): SiteSettings => ({
  ...settings,
  primaryColor: settings.primaryColor as SiteSettings['primaryColor'],
  ...pictures,
})

const previewOf = (values: WrittenSettings) => <LookPreview look={values} />

export default function Settings() {
  const intl = useIntl()
  const client = useClient()
  const { user } = useSession()
  const session = useSessionStore()
  const changeSite = useChangeSite()
  const { demo } = useSite()
  const { rules, site, mail } = useData<typeof loader>()
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.settings' })}>
      <Space orientation="vertical" size="large" style={{ width: '100%' }}>
        <SiteForm
          client={client}
          stored={site}
          previewOf={previewOf}
          onSaved={(stored) => changeSite(shownOf(stored))}
        />
        <MailServerCard
          client={client}
          stored={mail}
          isDemo={demo}
          ownAddress={user?.email ?? null}
          hasSecondFactor={user?.hasSecondFactor === true}
        />
        <SecondFactorRule
          client={client}
          stored={rules}
          hasOwn={user?.hasSecondFactor === true}
          onChanged={() => session.refresh()}
        />
        <SmsCountriesRule client={client} stored={rules} />
      </Space>
    </OfficeFrame>
  )
}
