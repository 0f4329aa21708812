import { readSettings, readSiteSettings } from '@lectern/contract/settings/office-settings.ts'
import { readScanning } from '@lectern/contract/scanning/scanning.ts'
import { listSignInProviders } from '@lectern/contract/settings/sign-in-providers.ts'
import { readMailServer } from '@lectern/contract/settings/mail-server.ts'
import { Flex } from 'antd'
import { useState, type ReactNode } from 'react'
import type { SiteSettings } from '@lectern/contract/settings/settings.ts'
import { useClient } from '../../app/client-context.tsx'
import { LookPreview } from '../../app/office/look-preview.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useSession, useSessionStore } from '../../app/session.tsx'
import { useChangeSite, useSite } from '../../app/site.tsx'
import type { StoredSettings, WrittenSettings } from '../../features/settings/settings-values.ts'
import { ForOthers } from '../../features/admin-ui/components/for-others.tsx'
import { SectionTabs } from '../../features/admin-ui/components/section-tabs.tsx'
import { FileScansCard } from '../../features/settings/components/file-scans-card.tsx'
import { ForeignPasskeys } from '../../features/settings/components/foreign-passkeys.tsx'
import { MailServerCard } from '../../features/settings/components/mail-server-card.tsx'
import { SecondFactorRule } from '../../features/settings/components/second-factor-rule.tsx'
import { SeparateDutiesRule } from '../../features/settings/components/separate-duties-rule.tsx'
import { SmsCountriesRule } from '../../features/settings/components/sms-countries-rule.tsx'
import { SignInProvidersCard } from '../../features/settings/components/sign-in-providers-card.tsx'
import { SiteForm } from '../../features/settings/components/site-form.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const tabs = ['site', 'mail', 'sms', 'security', 'signIn'] as const
type Tab = (typeof tabs)[number]

export const loader = async ({ client, query }: LoaderInput) => {
  const options = { skipErrorHandler: true }
  const [rules, site, mail, scanning, providers] = await Promise.all([
    client(readSettings, {}, options),
    client(readSiteSettings, {}, options),
    client(readMailServer, {}, options),
    client(readScanning, {}, options),
    client(listSignInProviders, {}, options),
  ])
  const tab: Tab = tabs.find((name) => name === query.get('tab')) ?? 'site'
  return { rules, site, mail, scanning, providers, tab }
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
  const { rules, site, mail, scanning, providers, tab: initialTab } = useData<typeof loader>()
  const [tab, setTab] = useState(initialTab)
  const panels: Record<Tab, ReactNode> = {
    site: (
      <SiteForm client={client} stored={site} previewOf={previewOf} onSaved={(stored) => changeSite(shownOf(stored))} />
    ),
    mail: (
      <ForOthers why={rules.whyNot}>
        <MailServerCard
          client={client}
          stored={mail}
          isDemo={demo}
          ownAddress={user?.email ?? null}
          hasSecondFactor={user?.hasSecondFactor === true}
        />
      </ForOthers>
    ),
    sms: (
      <ForOthers why={rules.whyNot}>
        <SmsCountriesRule client={client} stored={rules} />
      </ForOthers>
    ),
    security: (
      <ForOthers why={rules.whyNot}>
        <Flex vertical gap="middle">
          <ForeignPasskeys client={client} />
          <SecondFactorRule
            client={client}
            stored={rules}
            hasOwn={user?.hasSecondFactor === true}
            onChanged={() => session.refresh()}
          />
          <SeparateDutiesRule client={client} stored={rules} />
          <FileScansCard client={client} scanning={scanning} stored={rules} />
        </Flex>
      </ForOthers>
    ),
    signIn: (
      <ForOthers why={rules.whyNot}>
        <SignInProvidersCard client={client} stored={providers} hasSecondFactor={user?.hasSecondFactor === true} />
      </ForOthers>
    ),
  }
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.settings' })}>
      {/* What is typed in a tab stays there while another one is open. */}
      <SectionTabs
        activeKey={tab}
        onChange={(key) => setTab(key as Tab)}
        items={tabs.map((key) => ({
          key,
          label: intl.formatMessage({ id: `office.settings.tab.${key}` }),
          children: panels[key],
          forceRender: true,
        }))}
      />
    </OfficeFrame>
  )
}
