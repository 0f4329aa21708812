import { Button, Form, Input, Modal, Select } from 'antd'
import { useRef, useState } from 'react'
import { maxTokenName, tokenDays, tokenScopes } from '@lectern/contract/access-tokens/access-token-values.ts'
import { createAccessToken } from '@lectern/contract/access-tokens/access-tokens.ts'
import type { AnswerOf, BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { CheckList } from '../../admin-ui/components/check-list.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { useTokenWords } from '../token-words.ts'

export type CreatedToken = AnswerOf<typeof createAccessToken>

interface NewTokenProps {
  client: Client
  onCreated: (token: CreatedToken) => void
  onClose: () => void
}

/** Creates a token; what it is called, reads, and how long. */
export const NewToken = ({ client, onCreated, onClose }: NewTokenProps) => {
  const t = useTokenWords()
  const [form] = Form.useForm<BodyInputOf<typeof createAccessToken>>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const created = useRef<CreatedToken>(undefined)
  const create = (body: BodyInputOf<typeof createAccessToken>): Promise<void> =>
    office.send(async () => {
      created.current = await client(createAccessToken, { body: { ...body, name: body.name ?? '' } }, formCall)
      setOpen(false)
    })
  return (
    <Modal
      open={isOpen}
      title={t('new')}
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
        name="newToken"
        layout="vertical"
        initialValues={{ scopes: [], days: 365 }}
        disabled={office.busy}
        onFinish={(values) => void create(values)}
      >
        <ProblemSummary form={office} />
        <Form.Item name="name" label={t('name')} extra={t('nameHelp')} required>
          <Input autoComplete="off" maxLength={maxTokenName} />
        </Form.Item>
        <Form.Item name="scopes" label={t('scopes')} required>
          <CheckList
            choices={tokenScopes.map((scope) => ({
              value: scope,
              label: t(`scope.${scope}`),
              help: t(`scope.${scope}.help`),
            }))}
          />
        </Form.Item>
        <Form.Item name="days" label={t('days')}>
          <Select options={tokenDays.map((days) => ({ value: days, label: t('daysValue', { days }) }))} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={office.busy}>
          {t('create')}
        </Button>
      </Form>
    </Modal>
  )
}
