import { changeSettings, type readSettings } from '@lectern/contract/settings/office-settings.ts'
import { Card, Switch, Typography } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface SeparateDutiesRuleProps {
  client: Client
  stored: AnswerOf<typeof readSettings>
}

/** Whether whoever looks after people may look after the contest or the system, too. */
export const SeparateDutiesRule = ({ client, stored }: SeparateDutiesRuleProps) => {
  const intl = useIntl()
  const [settings, setSettings] = useState(stored)
  const [busy, setBusy] = useState(false)
  const change = async (separateDuties: boolean): Promise<void> => {
    setBusy(true)
    try {
      setSettings(await client(changeSettings, { body: { separateDuties } }))
    } catch {
      // The request has shown the reason; the switch stays as it was.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card size="small" title={intl.formatMessage({ id: 'office.duties' })}>
      <label htmlFor="separate-duties" style={{ display: 'flex', gap: 16, alignItems: 'flex-start' }}>
        <Switch
          id="separate-duties"
          checked={settings.separateDuties}
          loading={busy}
          aria-describedby="separate-duties-help"
          onChange={(separate) => void change(separate)}
        />
        <span>
          <Typography.Text strong>
            <FormattedMessage id="office.settings.separateDuties" />
          </Typography.Text>
          <Typography.Paragraph id="separate-duties-help" type="secondary">
            <FormattedMessage id="office.settings.separateDutiesHelp" />
          </Typography.Paragraph>
        </span>
      </label>
    </Card>
  )
}
