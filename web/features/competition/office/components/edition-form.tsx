import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Form, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { saveEdition, createEdition, type Edition } from '@lectern/contract/competition/editions.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { TimeZoneSelect } from '../../../admin-ui/components/time-zone-select.tsx'
import { withoutBlanks } from '../../../admin-ui/without-blanks.ts'
import { useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useEditionName } from '../edition-name.ts'

interface EditionFormProps {
  client: Client
  editions: readonly Edition[]
  /** Undefined: a new edition. */
  edition: Edition | undefined
  /** The default time zone. */
  timeZone: string
  onSaved: (edition: Edition) => void
  onClose: () => void
}

interface Values {
  year: number
  name: LocalizedText
  timeZone: string
  copyOf?: EditionId | null
}

/** The name of an edition for another year; empty where it does not contain its year. */
const nameInYear = (name: LocalizedText, from: number, to: number): LocalizedText =>
  Object.fromEntries(
    Object.entries(name)
      .filter(([, text]) => text?.includes(String(from)))
      .map(([locale, text]) => [locale, text?.replaceAll(String(from), String(to))]),
  )

/** A new edition gets the year after the latest one, and copies the current edition by default. */
const initial = ({ edition, editions, timeZone }: EditionFormProps): Values => {
  if (edition) return { year: edition.year, name: edition.name, timeZone: edition.timeZone }
  const source = editions.find(({ current }) => current) ?? editions[0]
  const year = editions[0] ? editions[0].year + 1 : new Date().getFullYear()
  return {
    year,
    name: source ? nameInYear(source.name, source.year, year) : {},
    timeZone: source?.timeZone ?? timeZone,
    copyOf: source?.id ?? null,
  }
}

/** Year, name and time zone of an edition. */
export const EditionForm = (props: EditionFormProps) => {
  const { client, editions, edition, onSaved, onClose } = props
  const intl = useIntl()
  const nameOf = useEditionName()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [isOpen, setOpen] = useState(true)
  const [language, setLanguage] = useState(intl.locale)
  const t = (key: IdAfter<'office.activities.'>): string => intl.formatMessage({ id: `office.activities.${key}` })
  const save = ({ copyOf, ...values }: Values): Promise<Edition> => {
    const content = withoutBlanks(values)
    // The request shows conflicts: with so few fields, little is lost.
    const call = { inPlaceSignIn: true }
    if (edition)
      return client(saveEdition, { params: { id: edition.id }, body: { ...content, version: edition.version } }, call)
    const body = { ...content, copyOf: copyOf ?? null }
    return client(createEdition, { body }, { ...call, headers: { 'Idempotency-Key': keyOf(body) } })
  }
  const send = (values: Values): void => {
    const isNamed = Object.values(values.name ?? {}).some((text) => text?.trim())
    const message = intl.formatMessage({ id: 'form.required' }, { label: t('editionName') })
    if (!isNamed) return office.show([{ path: `name.${language}`, message }])
    void office.send(async () => {
      const saved = await save(values)
      setOpen(false)
      onSaved(saved)
    })
  }
  return (
    <Modal
      open={isOpen}
      title={t(edition ? 'editEdition' : 'addEdition')}
      okText={t(edition ? 'saveEdition' : 'addEdition')}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={640}
    >
      <Form<Values>
        form={form}
        name="edition"
        layout="vertical"
        requiredMark={false}
        initialValues={initial(props)}
        onFinish={send}
      >
        <ProblemSummary form={office} />
        <LanguageBar value={language} onChange={setLanguage} />
        <LocalizedItem name="name" label={t('editionName')} language={language} most={100} />
        <Form.Item name="year" label={t('year')} extra={edition?.may.year ?? t('yearHelp')}>
          <InputNumber min={2000} max={2999} disabled={typeof edition?.may.year === 'string'} style={{ width: 160 }} />
        </Form.Item>
        <Form.Item name="timeZone" label={t('timeZone')} extra={t('timeZoneHelp')}>
          <TimeZoneSelect />
        </Form.Item>
        {!edition && editions.length > 0 && (
          <Form.Item name="copyOf" label={t('editionCopyOf')} extra={t('editionCopyHelp')}>
            <Select allowClear options={editions.map((one) => ({ value: one.id, label: nameOf(one) }))} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
