import { App, Button, Card, Form, Input, Radio, Typography } from 'antd'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { noticeAudiences, noticeLimits, type NoticeAudience } from '@lectern/contract/account-values.ts'
import { defaultLocale, isLocale, locales, type Locale } from '@lectern/contract/locales.ts'
import { languageOf, localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { LanguageBar } from '../../office/components/language-bar.tsx'
import { LocalizedItem } from '../../office/components/localized-item.tsx'
import { ProblemSummary } from '../../office/components/problem-summary.tsx'
import { filled } from '../../office/filled.ts'
import { languageNames } from '../../office/language-names.ts'
import { formCall, useOfficeForm } from '../../office/use-office-form.ts'
import { announcementSending, audienceSize } from '../office-api.ts'

interface Values {
  to: NoticeAudience
  title: LocalizedText
  body: LocalizedText
  link?: string
}

interface Body extends Omit<Values, 'link'> {
  link: string | null
}

const bodyOf = ({ link, ...values }: Values): Body => ({
  ...filled(values),
  link: link?.trim() || null,
})

const isWritten = ({ title, body }: Values): boolean =>
  [title, body].some((text) => Object.values(text).some((part) => part.trim() !== ''))

const nothing: Values = { to: 'everyone', title: {}, body: {} }

/** What a reader of this language will see. */
const Preview = ({ values: { title, body, link }, language }: { values: Values; language: Locale }) => {
  const intl = useIntl()
  const texts = { title: filled(title), body: filled(body) }
  const shown = languageOf(texts.title, language)
  const text = localize(texts.title, language).text
  if (text === '')
    return (
      <Typography.Text type="secondary">{intl.formatMessage({ id: 'office.notices.previewEmpty' })}</Typography.Text>
    )
  return (
    <div lang={shown}>
      <Typography.Paragraph strong style={{ marginBottom: 4, overflowWrap: 'anywhere' }}>
        {text}
      </Typography.Paragraph>
      <Typography.Paragraph style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', marginBottom: 4 }}>
        {texts.body[shown] ?? ''}
      </Typography.Paragraph>
      {link && <Typography.Text code>{link}</Typography.Text>}
      {shown !== language && (
        <Typography.Paragraph lang={intl.locale} type="secondary" style={{ marginBottom: 0 }}>
          {intl.formatMessage({ id: 'office.notices.fallback' }, { language: languageNames(intl.locale)(shown) })}
        </Typography.Paragraph>
      )}
    </div>
  )
}

interface AnnouncementFormProps {
  client: Client
  onSent: () => void
}

/** Writes an announcement in several languages and, once its audience has been named, sends it. */
export const AnnouncementForm = ({ client, onSent }: AnnouncementFormProps) => {
  const intl = useIntl()
  const { modal, message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [values, setValues] = useState(nothing)
  const [language, setLanguage] = useState<Locale>(intl.locale as Locale)
  const [keyOf] = useState(createKeys)
  const text = (id: string): string => intl.formatMessage({ id })
  const reveal = (path: string): void => {
    const locale = path.split('.')[1]
    if (isLocale(locale)) flushSync(() => setLanguage(locale))
  }
  const office = useOfficeForm(form, reveal)
  useLeaveGuard(() => isWritten(values), text('office.notices.leave'))

  const send = (body: Body): Promise<void> =>
    office.send(async () => {
      const headers = { 'Idempotency-Key': keyOf(body) }
      const { people } = await client(announcementSending, { body }, { ...formCall, headers })
      form.resetFields()
      setValues(nothing)
      void message.success(intl.formatMessage({ id: 'office.notices.done' }, { people }))
      onSent()
    })

  /** Every language that says something says both; at least one does. */
  const problemsOf = (body: Body) => {
    const begun = locales.filter((locale) => body.title[locale] ?? body.body[locale])
    const needed = begun.length > 0 ? begun : [defaultLocale]
    return needed.flatMap((locale) =>
      (['title', 'body'] as const)
        .filter((part) => body[part][locale] === undefined)
        .map((part) => {
          const label = `${languageNames(intl.locale)(locale)}: ${text(`office.notices.${part}`)}`
          return { path: `${part}.${locale}`, message: intl.formatMessage({ id: 'form.required' }, { label }) }
        }),
    )
  }

  const ask = async (): Promise<void> => {
    const body = bodyOf(values)
    const problems = problemsOf(body)
    office.show(problems)
    if (problems.length > 0) return
    await office.send(async () => {
      const size = await client(audienceSize, { params: { to: values.to } }, formCall)
      const { text: title } = localize(body.title, intl.locale as Locale)
      modal.confirm({
        title: intl.formatMessage(
          { id: 'office.notices.confirm' },
          { audience: text(`office.notices.to.${values.to}`) },
        ),
        content: intl.formatMessage({ id: 'office.notices.confirmHelp' }, { title, ...size }),
        okText: text('office.notices.confirmSend'),
        onOk: () => send(body),
      })
    })
  }

  return (
    <Form
      form={form}
      name="announcement"
      layout="vertical"
      initialValues={nothing}
      disabled={office.busy}
      onValuesChange={(_, next) => setValues({ ...nothing, ...next })}
      onFinish={() => void ask()}
    >
      <ProblemSummary form={office} />
      <Form.Item name="to" label={text('office.notices.to')}>
        <Radio.Group options={noticeAudiences.map((value) => ({ value, label: text(`office.notices.to.${value}`) }))} />
      </Form.Item>
      <LanguageBar value={language} onChange={setLanguage} />
      <LocalizedItem name="title" label={text('office.notices.title')} language={language} most={noticeLimits.title} />
      <LocalizedItem
        name="body"
        label={text('office.notices.body')}
        language={language}
        most={noticeLimits.body}
        rows={4}
      />
      <Typography.Paragraph type="secondary">{text('office.notices.missingHelp')}</Typography.Paragraph>
      <Form.Item name="link" label={text('office.notices.link')} extra={text('office.notices.linkHelp')}>
        <Input autoComplete="off" maxLength={500} style={{ maxWidth: '32rem' }} />
      </Form.Item>
      <Card size="small" title={text('office.notices.preview')} style={{ maxWidth: '32rem', marginBottom: 16 }}>
        <Preview values={values} language={language} />
      </Card>
      <Button type="primary" htmlType="submit" loading={office.busy}>
        {text('office.notices.send')}
      </Button>
    </Form>
  )
}
