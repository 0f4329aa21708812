import { Form, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import {
  createIssue,
  type CertificateIssue,
  type CertificateSeries,
  type IssueSourceInput,
  type ListedTemplate,
} from '@lectern/contract/certificates/certificate-office.ts'
import { sourcesOfKind, type IssueSource } from '@lectern/contract/certificates/certificate-values.ts'
import type { ActivityId, CertificateTemplateId, EditionId, ResultListId, RoundId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { suggestSeries } from '../series-choice.ts'
import { suggestSource } from '../source-choice.ts'
import { useRequiredRule } from '../use-required-rule.ts'
import { detailsToSend, IssueFields, type IssueDetails } from './issue-fields.tsx'

/** What an issue can be about. */
export interface IssueChoices {
  templates: readonly ListedTemplate[]
  series: readonly CertificateSeries[]
  editions: readonly { id: EditionId; year: number; name: string }[]
  activities: readonly { id: ActivityId; code: string; name: string; year: number }[]
  lists: readonly { id: ResultListId; name: string; activity: ActivityId }[]
  rounds: readonly { id: RoundId; name: string }[]
}

interface IssueCreationProps {
  client: Client
  choices: IssueChoices
  /** Today at the site, as `2031-05-20`. */
  today: string
  /** The activity whose list it is for, if it is known. */
  about: string | undefined
  onCreated: (issue: CertificateIssue) => void
  onClose: () => void
}

interface Values extends IssueDetails {
  template: CertificateTemplateId
  from: IssueSource
  list?: ResultListId
  activity?: ActivityId
  round?: RoundId
  edition?: EditionId
  least?: number
}

/** Once the organiser has chosen them, they stay. */
const numbering = ['series', 'prefix', 'code'] as const

/** The form sends nothing before what a source needs is chosen. */
const sourceOf = ({ from, list, activity, round, edition, least = 1 }: Values): IssueSourceInput => {
  switch (from) {
    case 'results':
      return { from, list: list! }
    case 'works':
      return { from, activity: activity! }
    case 'experts':
      return { from, round: round! }
    case 'institutions':
      return { from, activity: activity!, least }
    case 'sheet':
      return { from, edition: edition!, activity: activity ?? null }
  }
}

/** The activity that a chosen source is about, as far as it is chosen. */
const activityOf = ({ lists, activities }: IssueChoices, { from, list, activity }: Partial<Values>) => {
  const about =
    from === 'results' ? lists.find(({ id }) => id === list)?.activity : from === 'experts' ? null : activity
  return activities.find(({ id }) => id === about)
}

/** A new issue: what it is for, who gets it, how it is numbered. Nothing is issued yet. */
export const IssueCreation = ({ client, choices, today, about, onCreated, onClose }: IssueCreationProps) => {
  const { t, intl } = useCertificateWords()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [isOpen, setOpen] = useState(true)
  const [suggested] = useState(() => suggestSource(choices, about))
  const templateId = Form.useWatch('template', form)
  const from = Form.useWatch('from', form)
  const template = choices.templates.find(({ id }) => id === templateId)
  const sources: readonly IssueSource[] = template ? sourcesOfKind[template.kind] : []
  const activityOptions = choices.activities.map(({ id, code, name, year }) => ({
    value: id,
    label: `${year} ${code} ${name}`,
  }))
  const send = (values: Values): void => {
    void office.send(async () => {
      const body = { template: values.template, source: sourceOf(values), ...(await detailsToSend(client, values)) }
      const issue = await client(createIssue, { body }, { ...formCall, headers: { 'Idempotency-Key': keyOf(body) } })
      setOpen(false)
      onCreated(issue)
    })
  }
  const required = useRequiredRule()
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
          ...suggested,
          ...suggestSeries(choices.series, choices.activities, activityOf(choices, suggested), today),
          least: 3,
        }}
        onValuesChange={(changed) => {
          const next = choices.templates.find(({ id }) => id === changed.template)
          if (next) form.setFieldsValue({ from: sourcesOfKind[next.kind][0] })
          if (numbering.some((field) => form.isFieldTouched(field))) return
          const values = form.getFieldsValue(true) as Values
          form.setFieldsValue(
            suggestSeries(choices.series, choices.activities, activityOf(choices, values), values.date),
          )
        }}
        onFinish={send}
      >
        <ProblemSummary form={office} />
        <Form.Item name="template" label={t('template')} rules={[required(t('template'))]}>
          <Select
            {...choose}
            options={choices.templates.map(({ id, name, kind }) => ({
              value: id,
              label: `${name} · ${t(`kind.${kind}`)}`,
            }))}
          />
        </Form.Item>
        {sources.length > 0 && (
          <Form.Item name="from" label={t('issue.source')} rules={[required(t('issue.source'))]}>
            <Select options={sources.map((value) => ({ value, label: t(`source.${value}`) }))} />
          </Form.Item>
        )}
        {from === 'results' && (
          <Form.Item
            name="list"
            label={t('source.list')}
            extra={choices.lists.length === 0 && t('source.noLists')}
            rules={[required(t('source.list'))]}
          >
            <Select {...choose} options={choices.lists.map(({ id, name }) => ({ value: id, label: name }))} />
          </Form.Item>
        )}
        {from === 'experts' && (
          <Form.Item
            name="round"
            label={t('source.round')}
            extra={choices.rounds.length === 0 && t('source.noRounds')}
            rules={[required(t('source.round'))]}
          >
            <Select {...choose} options={choices.rounds.map(({ id, name }) => ({ value: id, label: name }))} />
          </Form.Item>
        )}
        {from === 'sheet' && (
          <Form.Item name="edition" label={t('edition')} rules={[required(t('edition'))]}>
            <Select options={choices.editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` }))} />
          </Form.Item>
        )}
        {(from === 'works' || from === 'institutions' || from === 'sheet') && (
          <Form.Item name="activity" label={t('activity')} rules={from === 'sheet' ? [] : [required(t('activity'))]}>
            <Select {...choose} allowClear={from === 'sheet'} options={activityOptions} />
          </Form.Item>
        )}
        {from === 'institutions' && (
          <Form.Item name="least" label={t('source.least')}>
            <InputNumber min={1} max={1_000} precision={0} />
          </Form.Item>
        )}
        <IssueFields series={choices.series} />
      </Form>
    </Modal>
  )
}
