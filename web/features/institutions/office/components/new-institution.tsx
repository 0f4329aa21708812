import { App, Button, Form, Modal, Radio, Space } from 'antd'
import { useRef, useState } from 'react'
import { institutionKinds, type InstitutionKind } from '@lectern/contract/institutions/institution-values.ts'
import { createInstitution, type Institution } from '@lectern/contract/institutions/institutions.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useInstitutionWords } from '../institution-words.ts'
import { bodyOf, InstitutionFields, type InstitutionValues } from './institution-fields.tsx'

interface NewInstitutionProps {
  client: Client
  provinces: readonly Institution[]
  onCreated: (institution: Institution) => void
  onClose: () => void
}

export const NewInstitution = ({ client, provinces, onCreated, onClose }: NewInstitutionProps) => {
  const { message } = App.useApp()
  const { t, kind, named } = useInstitutionWords()
  const [form] = Form.useForm<InstitutionValues & { kind: InstitutionKind }>()
  const chosenKind = Form.useWatch('kind', form) ?? 'school'
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const [keyOf] = useState(createKeys)
  const created = useRef<Institution>(undefined)
  const create = (values: InstitutionValues): Promise<void> =>
    office.send(async () => {
      const content = bodyOf(values)
      const body = { ...content, parentId: chosenKind === 'school' ? content.parentId : null, kind: chosenKind }
      const headers = { 'Idempotency-Key': keyOf(body) }
      created.current = await client(createInstitution, { body }, { ...formCall, headers })
      void message.success(t('created', { name: named(created.current.name) }))
      setOpen(false)
    })
  return (
    <Modal
      open={isOpen}
      title={t('create')}
      onCancel={() => setOpen(false)}
      // Unmounted only after closing, so that the focus returns first.
      afterClose={() => {
        onClose()
        if (created.current) onCreated(created.current)
      }}
      mask={{ closable: false }}
      footer={null}
    >
      <Form
        form={form}
        name="newInstitution"
        layout="vertical"
        initialValues={{ kind: 'school', aliases: [] }}
        disabled={office.busy}
        onFinish={(values) => void create(values)}
      >
        <ProblemSummary form={office} />
        <Form.Item name="kind" label={t('kind')}>
          <Radio.Group optionType="button" options={institutionKinds.map((value) => ({ value, label: kind(value) }))} />
        </Form.Item>
        <InstitutionFields kind={chosenKind} provinces={provinces} />
        <Space wrap>
          <Button type="primary" htmlType="submit" loading={office.busy}>
            {t('create')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('close')}</Button>
        </Space>
      </Form>
    </Modal>
  )
}
