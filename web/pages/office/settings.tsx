import { App, Card, Switch, Typography } from 'antd'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useSession, useSessionStore } from '../../app/session.tsx'
import { changeOfficeSettings, officeSettings } from '../../features/office/api.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

export const loader = ({ client }: LoaderInput) => client(officeSettings, {}, { skipErrorHandler: true })

/** Whether organisers and experts need a second factor. */
const SecondFactorRule = () => {
  const intl = useIntl()
  const client = useClient()
  const { modal } = App.useApp()
  const { user } = useSession()
  const session = useSessionStore()
  const [settings, setSettings] = useState(useData<typeof loader>())
  const [busy, setBusy] = useState(false)
  const require = async (requireSecondFactor: boolean): Promise<void> => {
    setBusy(true)
    try {
      setSettings(await client(changeOfficeSettings, { body: { ...settings, requireSecondFactor } }))
      // Whether something is lacking now may be another matter for who changed it, too.
      await session.refresh()
    } catch {
      // The request has said why; the switch stays as it was.
    } finally {
      setBusy(false)
    }
  }
  const change = (required: boolean): void => {
    if (!required || user?.hasSecondFactor) return void require(required)
    modal.confirm({
      title: intl.formatMessage({ id: 'office.settings.ownMissing' }),
      content: intl.formatMessage({ id: 'office.settings.ownMissingHelp' }),
      okText: intl.formatMessage({ id: 'office.settings.requireAnyway' }),
      onOk: () => require(true),
    })
  }
  return (
    <Card size="small" title={intl.formatMessage({ id: 'office.settings.security' })}>
      <label htmlFor="second-factor" style={{ display: 'flex', gap: 16, alignItems: 'flex-start' }}>
        <Switch
          id="second-factor"
          checked={settings.requireSecondFactor}
          loading={busy}
          aria-describedby="second-factor-help"
          onChange={change}
        />
        <span>
          <Typography.Text strong>
            <FormattedMessage id="office.settings.requireSecondFactor" />
          </Typography.Text>
          <Typography.Paragraph id="second-factor-help" type="secondary">
            <FormattedMessage id="office.settings.requireSecondFactorHelp" />
          </Typography.Paragraph>
        </span>
      </label>
    </Card>
  )
}

export default function Settings() {
  const intl = useIntl()
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.settings' })}>
      <SecondFactorRule />
    </OfficeFrame>
  )
}
