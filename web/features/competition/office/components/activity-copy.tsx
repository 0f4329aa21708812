import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Form, Input, Modal, Select } from 'antd'
import { useEffect, useState } from 'react'
import {
  copyActivity,
  listAllActivities,
  type ActivityItem,
  type ActivitySource,
} from '@lectern/contract/competition/activities.ts'
import type { Edition } from '@lectern/contract/competition/editions.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useEditionName } from '../edition-name.ts'

interface ActivityCopyProps {
  client: Client
  editions: readonly Edition[]
  /** The default target of the copy. */
  editionId: EditionId
  /** The activity to copy; undefined: it is selected in the dialog. */
  from: ActivityItem | undefined
  onCopied: (activity: ActivitySource) => void
  onClose: () => void
}

interface Values {
  from?: ActivityId
  editionId: EditionId
  code: string
}

/** Activities of all editions, the latest first. */
const useSources = (client: Client): readonly ActivityItem[] => {
  const [sources, setSources] = useState<readonly ActivityItem[]>([])
  useEffect(() => {
    let isCurrent = true
    client(listAllActivities, { query: { pageSize: '100' } }).then(
      ({ list }) => isCurrent && setSources(list),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client])
  return sources
}

/** Creates a draft as a copy of an activity of any edition. */
export const ActivityCopy = ({ client, editions, editionId, from, onCopied, onClose }: ActivityCopyProps) => {
  const intl = useIntl()
  const nameOf = useEditionName()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [isOpen, setOpen] = useState(true)
  const loaded = useSources(client)
  const sources = from && !loaded.some(({ id }) => id === from.id) ? [from, ...loaded] : loaded
  const t = (key: IdAfter<'office.activities.'>): string => intl.formatMessage({ id: `office.activities.${key}` })
  const send = (values: Values): void =>
    void office.send(async () => {
      const body = { editionId: values.editionId, code: (values.code ?? '').trim().toUpperCase() }
      const headers = { 'Idempotency-Key': keyOf({ ...body, from: values.from }) }
      const call = { params: { id: values.from! }, body }
      const copied = await client(copyActivity, call, { ...formCall, headers })
      setOpen(false)
      onCopied(copied)
    })
  const required = (label: string) => [
    { required: true, message: intl.formatMessage({ id: 'form.required' }, { label }) },
  ]
  return (
    <Modal
      open={isOpen}
      title={t('copyTitle')}
      okText={t('copy')}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p>{t('copyHelp')}</p>
      <Form<Values>
        form={form}
        name="copy"
        layout="vertical"
        requiredMark={false}
        initialValues={{ editionId, code: from && from.editionId !== editionId ? from.code : '', from: from?.id }}
        onFinish={send}
      >
        <ProblemSummary form={office} />
        <Form.Item name="from" label={t('copyFrom')} rules={required(t('copyFrom'))}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={editions.map((edition) => ({
              label: nameOf(edition),
              options: sources
                .filter((source) => source.editionId === edition.id)
                .map(({ id, code, name }) => ({
                  value: id,
                  label: `${code} ${localize(name, intl.locale).text}`,
                })),
            }))}
          />
        </Form.Item>
        <Form.Item name="editionId" label={t('edition')}>
          <Select options={editions.map((edition) => ({ value: edition.id, label: nameOf(edition) }))} />
        </Form.Item>
        <Form.Item name="code" label={t('code')} extra={t('codeHelp')} rules={required(t('code'))}>
          <Input maxLength={6} autoComplete="off" style={{ width: 160, textTransform: 'uppercase' }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
