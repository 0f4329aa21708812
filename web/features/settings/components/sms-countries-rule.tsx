import { changeSettings, type readSettings } from '@lectern/contract/settings/office-settings.ts'
import { App, Button, Card, Select, Space, Typography } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface SmsCountriesRuleProps {
  client: Client
  stored: AnswerOf<typeof readSettings>
}

const isCallingCode = (text: string): boolean => /^\+[1-9]\d{0,3}$/.test(text)

/** Countries that text messages may be sent to. */
export const SmsCountriesRule = ({ client, stored }: SmsCountriesRuleProps) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const [countries, setCountries] = useState(stored.smsCountries)
  const [busy, setBusy] = useState(false)
  const wrong = countries.length === 0 || !countries.every(isCallingCode)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      setCountries((await client(changeSettings, { body: { smsCountries: countries } })).smsCountries)
      message.success(intl.formatMessage({ id: 'office.settings.smsCountriesSaved' }))
    } catch {
      // The request has shown the reason; what was typed stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card
      size="small"
      title={<label htmlFor="sms-countries">{intl.formatMessage({ id: 'office.settings.smsCountries' })}</label>}
    >
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Select
          id="sms-countries"
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '，', '、', ' ']}
          value={countries}
          status={wrong ? 'error' : ''}
          aria-describedby="sms-countries-help"
          style={{ width: '100%', maxWidth: 480 }}
          onChange={(codes: string[]) => setCountries(codes.map((code) => (/^\d/.test(code) ? `+${code}` : code)))}
        />
        <Typography.Text id="sms-countries-help" type={wrong ? 'danger' : 'secondary'}>
          <FormattedMessage id={wrong ? 'office.settings.smsCountriesWrong' : 'office.settings.smsCountriesHelp'} />
        </Typography.Text>
        <Button loading={busy} disabled={wrong || stored.whyNot !== null} onClick={() => void save()}>
          <FormattedMessage id="office.settings.smsCountriesSave" />
        </Button>
      </Space>
    </Card>
  )
}
