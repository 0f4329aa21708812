import type { ReactNode } from 'react'
import { OwnDuties } from '../../app/office/own-duties.tsx'
import { useOwnAccount } from '../../app/own-account.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSessionStore } from '../../app/session.tsx'
import { BasicPanel } from '../../features/accounts/components/basic-panel.tsx'
import { DataPanel } from '../../features/accounts/components/data-panel.tsx'
import { NotificationsPanel } from '../../features/accounts/components/notifications-panel.tsx'
import { SecurityPanel } from '../../features/accounts/components/security-panel.tsx'
import type { OwnAccount } from '../../features/accounts/own-account.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import { useRouter, useRouterState } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import frame from './account.module.css'
import styles from './settings.module.css'

const tabs = [
  { name: 'basic', label: 'settings.tab.basic' },
  { name: 'security', label: 'settings.tab.security' },
  { name: 'notifications', label: 'settings.tab.notifications' },
  { name: 'data', label: 'settings.tab.data' },
] as const

const pathOf = (name: string): string => `/account/settings?tab=${name}`

const toSecurity = (text: ReactNode) => (
  <Link key="link" to={pathOf('security')}>
    {text}
  </Link>
)

const SettingsOf = ({ account }: { account: OwnAccount }) => {
  const intl = useIntl()
  const router = useRouter()
  const session = useSessionStore()
  const tabName = new URLSearchParams(useRouterState().place.search).get('tab')
  const tab = tabs.find(({ name }) => name === tabName)?.name ?? 'basic'
  const leave = async (): Promise<void> => {
    await go(router, '/')
    session.set(undefined)
  }
  return (
    <div className={frame.page}>
      <PageHead title={intl.formatMessage({ id: 'shell.settings' })} />
      <header className={frame.head}>
        <h1>
          <FormattedMessage id="shell.settings" />
        </h1>
        <OwnDuties />
      </header>
      {account.user.lacksSecondFactor && (
        <div className={styles.notice}>
          <Notice>
            <FormattedMessage id="settings.factorDemanded" values={{ link: toSecurity }} />
          </Notice>
        </div>
      )}
      <Tabs
        label={intl.formatMessage({ id: 'shell.settings' })}
        current={pathOf(tab)}
        tabs={tabs.map(({ name, label }) => ({ to: pathOf(name), label: <FormattedMessage id={label} /> }))}
      />
      {/* Hidden, not removed, so that what was typed is kept. */}
      <div hidden={tab !== 'basic'}>
        <BasicPanel account={account} />
      </div>
      {tab === 'security' && <SecurityPanel account={account} />}
      {tab === 'notifications' && <NotificationsPanel account={account} />}
      {tab === 'data' && <DataPanel account={account} onDeleted={leave} />}
    </div>
  )
}

export default function Settings() {
  const account = useOwnAccount()
  return account && <SettingsOf key={account.user.uid} account={account} />
}
