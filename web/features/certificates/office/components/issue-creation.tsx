import { Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import type {
  CertificateIssue,
  CertificateSeries,
  IssueSourceInput,
  ListedTemplate,
} from '@lectern/contract/certificate-office.ts'
import { sourcesOfKind, type IssueSource } from '@lectern/contract/certificate-values.ts'
import type {
  ActivityId,
  CertificateSeriesId,
  CertificateTemplateId,
  EditionId,
  ResultListId,
  RoundId,
} from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { DayField } from '../../../admin-ui/components/day-field.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { languageNames } from '../../../admin-ui/language-names.ts'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { createIssue, createSeries } from '../api.ts'
import { useCertificateWords } from '../certificate-words.ts'

/** What an issue can be about. */
export interface IssueChoices {
  templates: readonly ListedTemplate[]
  series: readonly CertificateSeries[]
  editions: readonly { id: EditionId; year: number; name: string }[]
  activities: readonly { id: ActivityId; code: string; name: string; year: number }[]
  lists: readonly { id: ResultListId; name: string }[]
  rounds: readonly { id: RoundId; name: string }[]
}

interface IssueCreationProps {
  client: Client
  choices: IssueChoices
  /** Today at the site, as `2031-05-20`. */
  today: string
  onCreated: (issue: CertificateIssue) => void
  onClose: () => void
}

interface Values {
  template: CertificateTemplateId
  from: IssueSource
  list?: ResultListId
  activity?: ActivityId
  round?: RoundId
  edition?: EditionId
  least?: number
  series?: CertificateSeriesId | 'new'
  prefix?: string
  code?: string
  locale: Locale
  date: string
  notify: boolean
  revokedToo: boolean
}

const sourceOf = ({ from, list, activity, round, edition, least = 1 }: Values): IssueSourceInput | undefined => {
  switch (from) {
    case 'results':
      return list && { from, list }
    case 'works':
      return activity && { from, activity }
    case 'experts':
      return round && { from, round }
    case 'institutions':
      return activity && { from, activity, least }
    case 'sheet':
      return edition && { from, edition, activity: activity ?? null }
  }
}

/** A new issue: what it is for, who gets it, how it is numbered. Nothing is issued yet. */
export const IssueCreation = ({ client, choices, today, onCreated, onClose }: IssueCreationProps) => {
  const { t, intl } = useCertificateWords()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [isOpen, setOpen] = useState(true)
  const templateId = Form.useWatch('template', form)
  const from = Form.useWatch('from', form)
  const series = Form.useWatch('series', form)
  const template = choices.templates.find(({ id }) => id === templateId)
  const sources: readonly IssueSource[] = template ? sourcesOfKind[template.kind] : []
  const activityOptions = choices.activities.map(({ id, code, name, year }) => ({
    value: id,
    label: `${year} ${code} ${name}`,
  }))
  const send = (values: Values): void => {
    const source = sourceOf(values)
    if (!source)
      return office.show([
        {
          path: { results: 'list', works: 'activity', experts: 'round', institutions: 'activity', sheet: 'edition' }[
            values.from
          ],
          message: intl.formatMessage({ id: 'validation.required' }),
        },
      ])
    void office.send(async () => {
      const numbered =
        values.series && values.series !== 'new'
          ? values.series
          : (
              await client(
                createSeries,
                {
                  body: {
                    prefix: (values.prefix ?? '').trim().toUpperCase(),
                    year: Number(values.date.slice(0, 4)),
                    code: (values.code ?? '').trim().toUpperCase(),
                  },
                },
                formCall,
              )
            ).id
      const { template: chosen, locale, date, notify, revokedToo } = values
      const body = { template: chosen, series: numbered, locale, date, notify, revokedToo, source }
      const made = await client(createIssue, { body }, { ...formCall, headers: { 'Idempotency-Key': keyOf(body) } })
      setOpen(false)
      onCreated(made)
    })
  }
  const nameOf = languageNames(intl.locale)
  const required = { required: true, message: intl.formatMessage({ id: 'validation.required' }) }
  const choose = { showSearch: { optionFilterProp: 'label' }, popupMatchSelectWidth: false } as const
  return (
    <Modal
      open={isOpen}
      title={t('issue.create')}
      okText={t('issue.create')}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={640}
    >
      <Form<Values>
        form={form}
        name="issue"
        layout="vertical"
        requiredMark={false}
        initialValues={{
          locale: intl.locale,
          date: today,
          notify: true,
          revokedToo: false,
          series: choices.series[0]?.id ?? 'new',
          least: 3,
        }}
        onValuesChange={(changed) => {
          const next = choices.templates.find(({ id }) => id === changed.template)
          if (next) form.setFieldsValue({ from: sourcesOfKind[next.kind][0] })
        }}
        onFinish={send}
      >
        <ProblemSummary form={office} />
        <Form.Item name="template" label={t('template')} rules={[required]}>
          <Select
            {...choose}
            options={choices.templates.map(({ id, name, kind }) => ({
              value: id,
              label: `${name} · ${t(`kind.${kind}`)}`,
            }))}
          />
        </Form.Item>
        {sources.length > 0 && (
          <Form.Item name="from" label={t('issue.source')} rules={[required]}>
            <Select options={sources.map((value) => ({ value, label: t(`source.${value}`) }))} />
          </Form.Item>
        )}
        {from === 'results' && (
          <Form.Item name="list" label={t('source.list')} extra={choices.lists.length === 0 && t('source.noLists')}>
            <Select {...choose} options={choices.lists.map(({ id, name }) => ({ value: id, label: name }))} />
          </Form.Item>
        )}
        {from === 'experts' && (
          <Form.Item name="round" label={t('source.round')} extra={choices.rounds.length === 0 && t('source.noRounds')}>
            <Select {...choose} options={choices.rounds.map(({ id, name }) => ({ value: id, label: name }))} />
          </Form.Item>
        )}
        {from === 'sheet' && (
          <Form.Item name="edition" label={t('edition')}>
            <Select options={choices.editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` }))} />
          </Form.Item>
        )}
        {(from === 'works' || from === 'institutions' || from === 'sheet') && (
          <Form.Item name="activity" label={t('activity')}>
            <Select {...choose} allowClear={from === 'sheet'} options={activityOptions} />
          </Form.Item>
        )}
        {from === 'institutions' && (
          <Form.Item name="least" label={t('source.least')}>
            <InputNumber min={1} max={1_000} precision={0} />
          </Form.Item>
        )}
        <Form.Item name="series" label={t('series')} extra={t('series.help')}>
          <Select
            options={[
              ...choices.series.map(({ id, nextNumber }) => ({
                value: id,
                label: t('series.next', { number: nextNumber }),
              })),
              { value: 'new', label: t('series.new') },
            ]}
          />
        </Form.Item>
        {series === 'new' && (
          <>
            <Form.Item name="prefix" label={t('series.prefix')} extra={t('series.prefix.help')} rules={[required]}>
              <Input maxLength={6} autoComplete="off" />
            </Form.Item>
            <Form.Item name="code" label={t('series.code')} extra={t('series.code.help')} rules={[required]}>
              <Input maxLength={6} autoComplete="off" />
            </Form.Item>
          </>
        )}
        <Form.Item name="locale" label={t('language')}>
          <Select options={locales.map((value) => ({ value, label: nameOf(value) }))} />
        </Form.Item>
        <Form.Item name="date" label={t('date')} rules={[required]} trigger="onChange">
          <DayItem label={t('date')} />
        </Form.Item>
        <Form.Item name="notify" valuePropName="checked" style={{ marginBottom: 8 }}>
          <Checkbox>{t('notify')}</Checkbox>
        </Form.Item>
        <Form.Item name="revokedToo" valuePropName="checked">
          <Checkbox>{t('revokedToo')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** A day as a field of a form. */
const DayItem = ({
  label,
  value = '',
  onChange,
}: {
  label: string
  value?: string
  onChange?: (day: string) => void
}) => <DayField label={label} value={value} onChange={(day) => onChange?.(day)} />
