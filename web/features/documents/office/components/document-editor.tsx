import { publishDocument, readDocumentSource } from '@lectern/contract/documents/documents.ts'
import { App, Button, Form, Input, Radio, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DocumentName } from '@lectern/contract/accounts/account-values.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { Link } from '../../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { OutdatedNotice } from '../../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { languageNames } from '../../../admin-ui/language-names.ts'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { documentPath } from '../../document-address.ts'
import {
  changedLocales,
  emptyFields,
  mergeEdits,
  textsOf,
  type DocumentSource,
  type DocumentTexts,
} from '../document-texts.ts'
import styles from './document-editor.module.css'

interface Draft {
  source: DocumentSource
  texts: DocumentTexts
}

/** Unpublished input, kept in memory: Back and Forward leave the page without a question. */
const drafts = new Map<DocumentName, Draft>()

export const dropDrafts = (): void => drafts.clear()

const draftOf = (name: DocumentName, source: DocumentSource): Draft => {
  const draft = drafts.get(name)
  if (!draft) return { source, texts: textsOf(source) }
  return { source, texts: mergeEdits(draft.source, draft.texts, source) }
}

const Changed = () => {
  const intl = useIntl()
  return (
    <span className={styles.changed} role="img" aria-label={intl.formatMessage({ id: 'office.documents.changed' })} />
  )
}

interface DocumentEditorProps {
  client: Client
  name: DocumentName
  source: DocumentSource
  onUnsaved: (isUnsaved: boolean) => void
}

/**
 * Edits a document in all languages. Publishing creates a new version; versions that people agreed to never change.
 */
export const DocumentEditor = ({ client, name, source: loaded, onUnsaved }: DocumentEditorProps) => {
  const intl = useIntl()
  const { modal, message } = App.useApp()
  const [form] = Form.useForm<DocumentTexts>()
  const [source, setSource] = useState(loaded)
  const [texts, setTexts] = useState(() => draftOf(name, loaded).texts)
  const [tab, setTab] = useState<Locale>(intl.locale)
  const [keyOf] = useState(createKeys)
  const office = useOfficeForm(form, {
    language: tab,
    reveal: (path) => flushSync(() => setTab(path.split('.')[1] as Locale)),
  })
  const languageOf = languageNames(intl.locale)
  const changed = changedLocales(source, texts)
  const isUnsaved = changed.length > 0

  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])
  useEffect(() => {
    if (isUnsaved) drafts.set(name, { source, texts })
    else drafts.delete(name)
  }, [name, isUnsaved, source, texts])

  const take = (next: DocumentSource, nextTexts: DocumentTexts): void => {
    setSource(next)
    setTexts(nextTexts)
    form.setFieldsValue(nextTexts)
  }
  const publish = (): Promise<void> =>
    office.send(async () => {
      const body = { basedOn: source.version, ...texts }
      const headers = { 'Idempotency-Key': keyOf([name, body]) }
      const { version } = await client(publishDocument, { params: { name }, body }, { ...formCall, headers })
      take({ version, ...texts }, texts)
      void message.success(intl.formatMessage({ id: 'office.documents.published' }, { version }))
    })
  const ask = (): void => {
    const missing = emptyFields(texts).map(({ path, part, locale }) => {
      const label = `${languageOf(locale)}: ${intl.formatMessage({ id: `office.documents.${part}` })}`
      return { path, message: intl.formatMessage({ id: 'form.required' }, { label }) }
    })
    office.show(missing)
    if (missing.length > 0) return
    modal.confirm({
      title: intl.formatMessage(
        { id: 'office.documents.confirm' },
        { title: texts.title[intl.locale], version: source.version + 1 },
      ),
      content: intl.formatMessage(
        { id: 'office.documents.confirmHelp' },
        { languages: intl.formatList(changed.map(languageOf)) },
      ),
      okText: intl.formatMessage({ id: 'office.documents.publish' }),
      onOk: publish,
    })
  }
  const catchUp = async (): Promise<void> => {
    const now = await client(readDocumentSource, { params: { name } })
    take(now, mergeEdits(source, texts, now))
    office.catchUp()
  }

  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      initialValues={texts}
      disabled={office.busy}
      onValuesChange={(_, values) => setTexts(values)}
      onFinish={ask}
    >
      {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      <Radio.Group
        optionType="button"
        aria-label={intl.formatMessage({ id: 'shell.language' })}
        className={styles.languages!}
        value={tab}
        onChange={({ target }) => setTab(target.value as Locale)}
        options={locales.map((locale) => ({
          value: locale,
          label: (
            <>
              {languageOf(locale)}
              {changed.includes(locale) && <Changed />}
            </>
          ),
        }))}
      />
      {/* All languages stay mounted, so that what was typed is kept. */}
      {locales.map((locale) => (
        <div key={locale} hidden={locale !== tab}>
          <Form.Item name={['title', locale]} label={intl.formatMessage({ id: 'office.documents.title' })}>
            <Input lang={locale} maxLength={100} autoComplete="off" />
          </Form.Item>
          <Form.Item name={['body', locale]} label={intl.formatMessage({ id: 'office.documents.body' })}>
            <Input.TextArea lang={locale} rows={22} className={styles.text!} />
          </Form.Item>
        </div>
      ))}
      <div className={`cluster ${styles.foot}`}>
        <Button type="primary" htmlType="submit" loading={office.busy} disabled={!isUnsaved}>
          <FormattedMessage id="office.documents.publish" />
        </Button>
        <Typography.Text type="secondary">
          <FormattedMessage
            id={isUnsaved ? 'office.documents.unsaved' : 'office.documents.inForce'}
            values={{ version: source.version }}
          />
        </Typography.Text>
        {name !== 'pledge' && (
          <Link to={documentPath(name)} target="_blank">
            <FormattedMessage id="office.documents.view" />
          </Link>
        )}
      </div>
    </Form>
  )
}
