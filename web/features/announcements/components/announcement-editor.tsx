import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { App, Button, Card, ConfigProvider, Form, Input, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  announcementLimits,
  missingTexts,
  type Placeholder,
} from '@lectern/contract/announcements/announcement-values.ts'
import {
  saveAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  readAnnouncement,
  testAnnouncement,
  type Announcement,
} from '@lectern/contract/announcements/announcements.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { isLocale, type Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ForOthers } from '../../admin-ui/components/for-others.tsx'
import { LanguageBar } from '../../admin-ui/components/language-bar.tsx'
import { ConfirmDelete } from '../../admin-ui/components/confirm-delete.tsx'
import { LocalizedItem } from '../../admin-ui/components/localized-item.tsx'
import { OutdatedNotice } from '../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { SaveBar, saveStateOf } from '../../admin-ui/components/save-bar.tsx'
import { languageNames } from '../../admin-ui/language-names.ts'
import { mergeEdits, isSameValue } from '../../admin-ui/merge-edits.ts'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { contentOf, fieldsOf, type AnnouncementFields } from '../announcement-fields.ts'
import { useAnnouncementWords, type Choices } from '../announcement-words.ts'
import { insertAt } from '../insert-text.ts'
import { useSend } from '../use-send.tsx'
import { AnnouncementPreview } from './announcement-preview.tsx'
import { AudienceCount } from './audience-count.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { PlaceholderButtons } from './placeholder-buttons.tsx'

interface AnnouncementEditorProps {
  client: Client
  announcement: Announcement | undefined
  choices: Choices
  onSaved: (announcement: Announcement) => void
  onSent: (announcement: Announcement) => void
  onDeleted: () => void
}

/** Activities of the chosen edition. */
const useChoices = (client: Client, edition: string | null, first: Choices): Choices => {
  const [choices, setChoices] = useState(first)
  useEffect(() => {
    const query = edition ? { edition: edition as NonNullable<AnnouncementFields['audience']['edition']> } : {}
    client(listEnrolmentChoices, { query }).then(setChoices, () => undefined)
  }, [client, edition])
  return choices
}

const formName = 'announcement'

/** Editor of a draft: audience, texts, preview for each recipient, and the send button. */
export const AnnouncementEditor = (props: AnnouncementEditorProps) => {
  const { client, announcement: loaded, onSaved } = props
  const { t, locale } = useAnnouncementWords()
  const intl = useIntl()
  const { message } = App.useApp()
  const [isDeleting, setDeleting] = useState(false)
  const [whyNot, setWhyNot] = useState(loaded?.whyNot ?? null)
  const [form] = Form.useForm<AnnouncementFields>()
  const [item, setItem] = useState(loaded)
  const [values, setValues] = useState(() => fieldsOf(loaded))
  const [language, setLanguage] = useState<Locale>(locale)
  const [recipient, setRecipient] = useState<AccountId>()
  const [keyOf] = useState(createKeys)
  const choices = useChoices(client, values.audience.edition, props.choices)
  const office = useOfficeForm(form, {
    language,
    reveal: (path) => {
      const textLocale = path.split('.').at(-1)
      if (isLocale(textLocale)) flushSync(() => setLanguage(textLocale))
    },
  })
  const content = contentOf(values)
  const isUnsaved = !isSameValue(contentOf(fieldsOf(item)), content)
  /** Whoever takes part changes nothing of a draft that is not theirs to write. */
  const isFixed = Boolean(item?.whyNot)
  const sending = useSend(client)
  useLeaveGuard(() => isUnsaved, t('leave'))

  const take = (next: Announcement, nextValues = fieldsOf(next)): void => {
    setItem(next)
    setValues(nextValues)
    form.setFieldsValue(nextValues)
  }
  const store = (): Promise<Announcement> => {
    if (item) {
      const body = { ...content, version: item.version }
      return client(saveAnnouncement, { params: { id: item.id }, body }, formCall)
    }
    const headers = { 'Idempotency-Key': keyOf(content) }
    return client(createAnnouncement, { body: content }, { ...formCall, headers })
  }
  /** Saves what is shown. */
  const keep = async (): Promise<Announcement> => {
    if (item && !isUnsaved) return item
    const saved = await store()
    flushSync(() => take(saved))
    onSaved(saved)
    return saved
  }
  const save = (): void =>
    void office.send(async () => {
      await keep()
      void message.success(t('saved'))
    })
  /** False if texts are missing, which are then shown. */
  const isFinished = (): boolean => {
    const missing = missingTexts(content, language).map(({ part, locale: textLocale }) => {
      const label = `${languageNames(locale)(textLocale)}: ${t(part)}`
      return { path: `${part}.${textLocale}`, message: intl.formatMessage({ id: 'form.required' }, { label }) }
    })
    office.show(missing)
    return missing.length === 0
  }
  const send = (): void => {
    if (!isFinished()) return
    void office.send(async () => {
      const sent = await sending.ask(await keep())
      if (sent) props.onSent(sent)
    })
  }
  const test = (): void => {
    if (!isFinished()) return
    void office.send(async () => {
      const body = { ...content, ...(recipient && { recipient }) }
      const { mail } = await client(testAnnouncement, { body }, formCall)
      void message.success(t(mail ? 'testedMail' : 'tested'))
    })
  }
  const remove = async (draft: Announcement): Promise<void> => {
    await client(deleteAnnouncement, { params: { id: draft.id }, query: { version: String(draft.version) } })
    flushSync(() => setValues(fieldsOf(draft)))
    props.onDeleted()
  }
  const catchUp = async (): Promise<void> => {
    const now = await client(readAnnouncement, { params: { id: item!.id } })
    take(now, mergeEdits(fieldsOf(item), values, fieldsOf(now)))
    office.catchUp()
  }
  const insert = (name: Placeholder): void => {
    const active = document.activeElement
    const isText = active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement
    const part = (['title', 'body'] as const).find((one) => isText && active.id === `${formName}_${one}_${language}`)
    const path = [part ?? 'body', language] as const
    const text = (form.getFieldValue([...path]) as string | undefined) ?? ''
    const field = part && isText ? active : undefined
    const result = insertAt(text, `{${name}}`, field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length)
    form.setFieldValue([...path], result.text)
    flushSync(() => setValues(form.getFieldsValue(true) as AnnouncementFields))
    field?.setSelectionRange(result.cursor, result.cursor)
  }
  const cardStyle = { marginBottom: 16 }
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 24 }}>
      <Form
        form={form}
        name={formName}
        layout="vertical"
        initialValues={values}
        // All values: hidden languages may have no field.
        onValuesChange={() => setValues(form.getFieldsValue(true) as AnnouncementFields)}
        onFinish={save}
        style={{ flex: '1 1 420px', minWidth: 0, maxWidth: 760 }}
      >
        {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
        <ProblemSummary form={office} />
        <ForOthers why={whyNot} />
        <Card size="small" title={t('audience')} style={cardStyle}>
          {/* Of a new message another audience can be chosen. */}
          <ConfigProvider componentDisabled={isFixed}>
            <AudienceFields client={client} audience={values.audience} named={item?.named ?? {}} choices={choices} />
          </ConfigProvider>
          <AudienceCount
            client={client}
            audience={content.audience}
            onWhyNot={(why) => setWhyNot(item?.whyNot ?? why)}
          />
        </Card>
        <ConfigProvider componentDisabled={whyNot !== null}>
          <Card size="small" title={t('text')} style={cardStyle}>
            <ConfigProvider componentDisabled={false}>
              <LanguageBar value={language} onChange={setLanguage} />
            </ConfigProvider>
            <LocalizedItem name="title" label={t('title')} language={language} most={announcementLimits.title} />
            <PlaceholderButtons base={values.audience.to} onInsert={insert} />
            <LocalizedItem
              name="body"
              label={t('body')}
              language={language}
              most={announcementLimits.body}
              rows={8}
              help={t('bodyHelp')}
            />
            <Typography.Paragraph type="secondary">{t('missingHelp')}</Typography.Paragraph>
            <Form.Item name="link" label={t('link')} extra={t('linkHelp')}>
              <Input autoComplete="off" maxLength={500} />
            </Form.Item>
          </Card>
        </ConfigProvider>
      </Form>
      <div
        style={{ flex: '1 1 320px', minWidth: 0, maxWidth: 640, position: 'sticky', top: 72, alignSelf: 'flex-start' }}
      >
        <AnnouncementPreview
          client={client}
          content={content}
          language={language}
          recipient={recipient}
          onChoose={setRecipient}
        />
      </div>
      <SaveBar state={saveStateOf({ isNew: item === undefined, isUnsaved, isBusy: office.busy })}>
        {item && (
          <Button danger aria-haspopup="dialog" disabled={whyNot !== null} onClick={() => setDeleting(true)}>
            {t('delete')}
          </Button>
        )}
        <Button onClick={test} disabled={office.busy}>
          {t('test')}
        </Button>
        <Button
          onClick={() => form.submit()}
          disabled={whyNot !== null || office.busy || (item !== undefined && !isUnsaved)}
        >
          {t('save')}
        </Button>
        <Button type="primary" disabled={whyNot !== null} loading={office.busy} onClick={send}>
          {t('send')}
        </Button>
      </SaveBar>
      {isDeleting && item && (
        <ConfirmDelete
          name={localize(item.title, intl.locale).text}
          needsName={false}
          onDelete={() => remove(item)}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}
