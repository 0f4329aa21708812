import { Form, Modal, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import {
  listSeries,
  listTemplates,
  saveIssue,
  type CertificateIssue,
  type CertificateSeries,
  type ListedTemplate,
} from '@lectern/contract/certificates/certificate-office.ts'
import { sourcesOfKind, type IssueSource } from '@lectern/contract/certificates/certificate-values.ts'
import type { CertificateTemplateId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { useRequiredRule } from '../use-required-rule.ts'
import { detailsToSend, IssueFields, type IssueDetails } from './issue-fields.tsx'

interface IssueChangeProps {
  client: Client
  issue: CertificateIssue
  onSaved: () => void
  onClose: () => void
}

interface Values extends IssueDetails {
  template: CertificateTemplateId
}

interface Choices {
  templates: readonly ListedTemplate[]
  series: readonly CertificateSeries[]
}

const many = { query: { pageSize: '100' } }

/** Templates for the people of this source, and all series; undefined while they are loaded. */
const useChoices = (client: Client, from: IssueSource): Choices | undefined => {
  const [choices, setChoices] = useState<Choices>()
  useEffect(() => {
    let isGone = false
    Promise.all([client(listTemplates, many), client(listSeries, many)]).then(
      ([templates, series]) => {
        const fitting = templates.list.filter(({ kind }) => (sourcesOfKind[kind] as readonly string[]).includes(from))
        if (!isGone) setChoices({ templates: fitting, series: series.list })
      },
      // The requests show their own failures.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [client, from])
  return choices
}

/** Changes an issue that has no certificates yet. Who gets one stays. */
export const IssueChange = ({ client, issue, onSaved, onClose }: IssueChangeProps) => {
  const { t } = useCertificateWords()
  const required = useRequiredRule()
  const choices = useChoices(client, issue.source.from)
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const send = ({ template, ...details }: Values): void =>
    void office.send(async () => {
      const body = { version: issue.version, template, ...(await detailsToSend(client, details)) }
      await client(saveIssue, { params: { id: issue.id }, body }, formCall)
      setOpen(false)
      onSaved()
    })
  const { locale, date, notify, revokedToo } = issue
  return (
    <Modal
      open={isOpen}
      title={t('issue.change')}
      okText={t('issue.save')}
      okButtonProps={{ disabled: !choices }}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={640}
    >
      {choices ? (
        <Form<Values>
          form={form}
          name="issueChange"
          layout="vertical"
          requiredMark={false}
          initialValues={{ template: issue.template.id, series: issue.series.id, locale, date, notify, revokedToo }}
          onFinish={send}
        >
          <ProblemSummary form={office} />
          <Form.Item name="template" label={t('template')} rules={[required(t('template'))]}>
            <Select
              popupMatchSelectWidth={false}
              options={choices.templates.map(({ id, name, kind }) => ({
                value: id,
                label: `${name} · ${t(`kind.${kind}`)}`,
              }))}
            />
          </Form.Item>
          <IssueFields series={choices.series} />
        </Form>
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}
