import { changeSettings, type readSettings } from '@lectern/contract/settings/office-settings.ts'
import { App, Card, Switch, Typography } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

type Settings = AnswerOf<typeof readSettings>

interface SecondFactorRuleProps {
  client: Client
  stored: Settings
  /** Whether the organiser has a second factor. */
  hasOwn: boolean
  /** Reloads the session: the rule may apply to the organiser themselves. */
  onChanged: () => Promise<unknown>
}

/** Whether a second factor is required for organisers and experts. */
export const SecondFactorRule = ({ client, stored, hasOwn, onChanged }: SecondFactorRuleProps) => {
  const intl = useIntl()
  const { modal } = App.useApp()
  const [settings, setSettings] = useState(stored)
  const [busy, setBusy] = useState(false)
  const require = async (requireSecondFactor: boolean): Promise<void> => {
    setBusy(true)
    try {
      setSettings(await client(changeSettings, { body: { requireSecondFactor } }))
      await onChanged()
    } catch {
      // The request has shown the reason; the switch stays as it was.
    } finally {
      setBusy(false)
    }
  }
  const change = (required: boolean): void => {
    if (!required || hasOwn) return void require(required)
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
