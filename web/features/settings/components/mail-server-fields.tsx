import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Form, Input, InputNumber, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { mailSecurities, type MailSecurity } from '@lectern/contract/settings/mail-server-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { mailPresetNames, mailPresets, presetOf, type MailPresetName } from '../mail-presets.ts'
import { usualPort, type MailValues } from '../mail-values.ts'

interface MailServerFieldsProps {
  values: MailValues
  /** A stored password can be kept. */
  hasStored: boolean
  /** Password, code or passkey of the organiser. */
  owner: ReactNode
  onChange: (next: Partial<MailValues>) => void
  /** The test button, between the fields of the server and the confirmation. */
  test: ReactNode
}

export const field = { maxWidth: '24rem' }

/** Fields of the mail server, and the confirmation with the organiser's password. */
export const MailServerFields = ({ values, hasStored, owner, onChange, test }: MailServerFieldsProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.settings.'>): string => intl.formatMessage({ id: `office.settings.${key}` })
  const preset = presetOf(values.host)
  const isPlain = values.security === 'none'
  const choose = (name: MailPresetName | 'other'): void => {
    if (name === 'other') return onChange({ host: '' })
    const { host, port, security } = mailPresets[name]
    onChange({ host, port, security })
  }
  /** Usually the sender is the username. */
  const takeAsSender = (): void => {
    if (values.sender === '' && values.username.includes('@')) onChange({ sender: values.username.trim() })
  }
  const passwordHelp = [
    ...(preset ? [t(`mail.hint.${mailPresets[preset].hint}`)] : []),
    ...(hasStored ? [t('mailPasswordKept')] : []),
  ]
  return (
    <>
      <Form.Item label={t('mail.preset')} htmlFor="mail-preset" extra={t('mail.presetHelp')}>
        <Select
          id="mail-preset"
          value={preset ?? 'other'}
          style={field}
          options={[
            ...mailPresetNames.map((name) => ({ value: name, label: t(`mail.preset.${name}`) })),
            { value: 'other' as const, label: t('mail.presetNone') },
          ]}
          onChange={choose}
        />
      </Form.Item>
      <Form.Item name="host" label={t('mailHost')}>
        <Input autoComplete="off" spellCheck={false} inputMode="url" maxLength={253} style={field} />
      </Form.Item>
      <Form.Item name="port" label={t('mailPort')}>
        <InputNumber min={1} max={65_535} precision={0} controls={false} style={{ width: 120 }} />
      </Form.Item>
      <Form.Item name="security" label={t('mailSecurity')}>
        <Radio.Group
          style={{ display: 'grid', gap: 4 }}
          onChange={({ target }) => {
            const security = target.value as MailSecurity
            onChange({ security, port: usualPort(values.port, security) })
          }}
          options={mailSecurities.map((security) => ({ value: security, label: t(`mailSecurity.${security}`) }))}
        />
      </Form.Item>
      {isPlain && <Alert type="warning" showIcon title={t('mailSecurity.noneHelp')} style={{ marginBottom: 24 }} />}
      <Form.Item hidden={isPlain} name="username" label={t('mailUsername')} extra={t('mailUsernameHelp')}>
        <Input autoComplete="off" spellCheck={false} maxLength={254} style={field} onBlur={takeAsSender} />
      </Form.Item>
      <Form.Item hidden={isPlain} name="password" label={t('mailPassword')} extra={passwordHelp.join(' ')}>
        <Input type="password" autoComplete="new-password" maxLength={200} style={field} />
      </Form.Item>
      <Form.Item name="sender" label={t('mailSender')} extra={t('mailSenderHelp')}>
        <Input autoComplete="off" spellCheck={false} inputMode="email" maxLength={254} style={field} />
      </Form.Item>
      {test}
      <fieldset style={{ border: 0, padding: 0, margin: '24px 0 0', minWidth: 0 }}>
        <legend style={{ border: 0, margin: 0, padding: 0, fontWeight: 600 }}>{t('mail.confirm')}</legend>
        <p style={{ color: 'var(--ink-2)', margin: '4px 0 16px' }}>{t('mail.confirmHelp')}</p>
        {owner}
      </fieldset>
    </>
  )
}
