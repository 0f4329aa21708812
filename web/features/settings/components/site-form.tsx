import { readSiteSettings, changeSiteSettings } from '@lectern/contract/settings/office-settings.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { App, Button, Card, Checkbox, Form, Input } from 'antd'
import { Fragment, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { defaultLocale, isLocale, locales, type Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../request/client.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import { LanguageBar } from '../../admin-ui/components/language-bar.tsx'
import { LocalizedItem } from '../../admin-ui/components/localized-item.tsx'
import { OutdatedNotice } from '../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { SaveBar, saveStateOf } from '../../admin-ui/components/save-bar.tsx'
import { TimeZoneSelect } from '../../admin-ui/components/time-zone-select.tsx'
import { languageNames } from '../../admin-ui/language-names.ts'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import {
  changedNames,
  mergeEdits,
  sentOf,
  valuesOf,
  type StoredSettings,
  type WrittenSettings,
} from '../settings-values.ts'
import { LookFields } from './look-fields.tsx'
import styles from './site-form.module.css'

const pictures = ['logo', 'preview'] as const
const lines = ['email', 'phone', 'icp', 'publicSecurity'] as const

interface SiteFormProps {
  client: Client
  stored: StoredSettings
  /** Renders a preview of the theme. */
  previewOf: (values: WrittenSettings) => ReactNode
  onSaved: (stored: StoredSettings) => void
}

/** Appearance of the site and its operator. */
export const SiteForm = ({ client, stored, previewOf, onSaved }: SiteFormProps) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<WrittenSettings>()
  const [base, setBase] = useState(stored)
  const [values, setValues] = useState(() => valuesOf(stored))
  const [language, setLanguage] = useState<Locale>(intl.locale)
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const languageOf = languageNames(intl.locale)
  const office = useOfficeForm(form, {
    language,
    reveal: (path) => {
      const locale = path.split('.')[1]
      if (isLocale(locale)) flushSync(() => setLanguage(locale))
    },
  })
  const isUnsaved = changedNames(valuesOf(base), values).length > 0
  useLeaveGuard(() => isUnsaved, text('office.settings.leave'))

  const take = (next: StoredSettings, nextValues: WrittenSettings): void => {
    setBase(next)
    setValues(nextValues)
    form.setFieldsValue(nextValues)
  }
  const save = (): Promise<void> =>
    office.send(async () => {
      const body = { ...sentOf(values), version: base.version }
      const next = await client(changeSiteSettings, { body }, formCall)
      take(next, valuesOf(next))
      onSaved(next)
      void message.success(text('office.settings.saved'))
    })
  const catchUp = async (): Promise<void> => {
    const now = await client(readSiteSettings)
    take(now, mergeEdits(valuesOf(base), values, valuesOf(now)))
    office.catchUp()
  }
  return (
    <Form
      form={form}
      name="site"
      layout="vertical"
      initialValues={values}
      disabled={office.busy}
      onValuesChange={(_, next) => setValues({ ...values, ...next })}
      onFinish={() => void save()}
    >
      {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      <div className={styles.columns}>
        <Card size="small" title={text('office.settings.identity')}>
          <LanguageBar value={language} onChange={setLanguage} />
          <LocalizedItem name="title" label={text('office.settings.title')} language={language} most={60} />
          <LocalizedItem name="organiser" label={text('office.settings.organiser')} language={language} most={100} />
          {lines.map((name) => (
            <Fragment key={name}>
              <Form.Item
                name={name}
                label={text(`office.settings.${name}`)}
                extra={text(`office.settings.${name}Help`)}
              >
                <Input autoComplete="off" maxLength={100} style={{ maxWidth: '24rem' }} />
              </Form.Item>
              {name === 'icp' && (
                <Form.Item name="icpNotNeeded" valuePropName="checked" extra={text('office.settings.icpNotNeededHelp')}>
                  <Checkbox disabled={Boolean(values.icp?.trim())}>{text('office.settings.icpNotNeeded')}</Checkbox>
                </Form.Item>
              )}
            </Fragment>
          ))}
          {pictures.map((name) => (
            <Form.Item
              key={name}
              name={name}
              label={text(`office.settings.${name}`)}
              extra={text(`office.settings.${name}Help`)}
            >
              <UploadField purpose="picture" label={text(`office.settings.${name}`)} />
            </Form.Item>
          ))}
        </Card>
        <div className="stack gap-16">
          <Card size="small" title={text('office.settings.look')}>
            <LookFields />
            {previewOf(values)}
          </Card>
          <Card size="small" title={text('office.settings.region')}>
            <Form.Item
              name="languages"
              label={text('office.settings.languages')}
              extra={text('office.settings.languagesHelp')}
            >
              <Checkbox.Group
                options={locales.map((locale) => ({
                  value: locale,
                  label: languageOf(locale),
                  disabled: locale === defaultLocale,
                }))}
              />
            </Form.Item>
            <Form.Item
              name="timeZone"
              label={text('office.settings.timeZone')}
              extra={text('office.settings.timeZoneHelp')}
            >
              <TimeZoneSelect />
            </Form.Item>
          </Card>
        </div>
      </div>
      <SaveBar state={saveStateOf({ isUnsaved, isBusy: office.busy })}>
        <Button type="primary" htmlType="submit" loading={office.busy} disabled={!isUnsaved}>
          {text('office.content.save')}
        </Button>
      </SaveBar>
    </Form>
  )
}
