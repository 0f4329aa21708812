import { changeSettings, type readSettings } from '@lectern/contract/settings/office-settings.ts'
import { scanAgain, type readScanning } from '@lectern/contract/scanning/scanning.ts'
import { App, Button, Card, Descriptions, Space, Switch, Typography } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { StateTag } from '../../admin-ui/components/state-tag.tsx'

type Scanning = AnswerOf<typeof readScanning>

interface FileScansCardProps {
  client: Client
  scanning: Scanning
  stored: AnswerOf<typeof readSettings>
}

const states = ['clean', 'infected', 'waiting', 'notScanned', 'films'] as const

const stateOf = ({ isOn, engine }: Scanning): 'off' | 'on' | 'away' => {
  if (!isOn) return 'off'
  return engine === null ? 'away' : 'on'
}

const tones = { off: 'quiet', on: 'good', away: 'bad' } as const

/** Whether files are scanned for malware, and whether experts and visitors wait for that. */
export const FileScansCard = ({ client, scanning, stored }: FileScansCardProps) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const [waitForScan, setWaitForScan] = useState(stored.waitForScan)
  const [busy, setBusy] = useState<'rule' | 'scan' | null>(null)
  const state = stateOf(scanning)
  const change = async (wait: boolean): Promise<void> => {
    setBusy('rule')
    try {
      setWaitForScan((await client(changeSettings, { body: { waitForScan: wait } })).waitForScan)
    } catch {
      // The request has shown the reason; the switch stays as it was.
    } finally {
      setBusy(null)
    }
  }
  const repeat = async (): Promise<void> => {
    setBusy('scan')
    try {
      const { count } = await client(scanAgain, {})
      message.success(intl.formatMessage({ id: 'office.settings.scans.again.done' }, { count }))
    } catch {
      // The request has shown the reason.
    } finally {
      setBusy(null)
    }
  }
  return (
    <Card
      size="small"
      title={intl.formatMessage({ id: 'office.settings.scans' })}
      extra={
        <StateTag tone={tones[state]}>{intl.formatMessage({ id: `office.settings.scans.state.${state}` })}</StateTag>
      }
    >
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Typography.Text type={state === 'away' ? 'danger' : 'secondary'}>
          <FormattedMessage
            id={`office.settings.scans.${state}`}
            values={{ engine: scanning.engine ?? '', megabytes: Math.floor((scanning.maxBytes ?? 0) / 1024 ** 2) }}
          />
        </Typography.Text>
        {state !== 'off' && (
          <>
            <Descriptions
              size="small"
              column={{ xs: 1, sm: 2, lg: 5 }}
              items={states.map((name) => ({
                key: name,
                label: intl.formatMessage({ id: `office.settings.scans.count.${name}` }),
                children: intl.formatNumber(scanning.counts[name]),
              }))}
            />
            <label htmlFor="wait-for-scan" style={{ display: 'flex', gap: 16, alignItems: 'flex-start' }}>
              <Switch
                id="wait-for-scan"
                checked={waitForScan}
                loading={busy === 'rule'}
                aria-describedby="wait-for-scan-help"
                onChange={(wait) => void change(wait)}
              />
              <span>
                <Typography.Text strong>
                  <FormattedMessage id="office.settings.scans.wait" />
                </Typography.Text>
                <Typography.Paragraph id="wait-for-scan-help" type="secondary">
                  <FormattedMessage id="office.settings.scans.waitHelp" />
                </Typography.Paragraph>
              </span>
            </label>
            <Button loading={busy === 'scan'} onClick={() => void repeat()}>
              <FormattedMessage id="office.settings.scans.again" />
            </Button>
          </>
        )}
      </Space>
    </Card>
  )
}
