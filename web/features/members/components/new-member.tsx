import { App, Button, Form, Input, Modal, Select, Space, Typography } from 'antd'
import { useRef, useState } from 'react'
import { createMember, type Member } from '@lectern/contract/accounts/accounts.ts'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { languageNames } from '../../admin-ui/language-names.ts'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { useMemberWords } from '../member-words.ts'
import { AccessField } from './access-field.tsx'
import styles from './member-drawer.module.css'

interface Values {
  username: string
  email: string
  phone: string
  realName: string
  school: string
  access: Member['access']
  locale: Locale
}

const texts = ['username', 'realName', 'school', 'email', 'phone'] as const

interface NewMemberProps {
  client: Client
  whyNotAppoint: string | null
  onCreated: (member: Member) => void
  onClose: () => void
}

/** Creates a member; a letter explains how to set a password. */
export const NewMember = ({ client, whyNotAppoint, onCreated, onClose }: NewMemberProps) => {
  const { locale } = useIntl()
  const { message } = App.useApp()
  const { t, column } = useMemberWords()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const [keyOf] = useState(createKeys)
  const created = useRef<Member>(undefined)
  const nameOf = languageNames(locale)
  const create = (values: Values): Promise<void> =>
    office.send(async () => {
      const textOf = (name: (typeof texts)[number]): string | null => values[name]?.trim() || null
      const body = {
        username: values.username?.trim() ?? '',
        email: textOf('email'),
        phone: textOf('phone'),
        realName: textOf('realName'),
        school: textOf('school'),
        access: values.access,
        locale: values.locale,
      } satisfies BodyInputOf<typeof createMember>
      const headers = { 'Idempotency-Key': keyOf(body) }
      created.current = await client(createMember, { body }, { ...formCall, headers })
      void message.success(t('createDone', { name: created.current.username }))
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
        name="newMember"
        layout="vertical"
        initialValues={{ access: 'user', locale }}
        disabled={office.busy}
        onFinish={(values) => void create(values)}
      >
        <Typography.Paragraph type="secondary">{t('createHelp')}</Typography.Paragraph>
        <ProblemSummary form={office} />
        <div className={styles.fields}>
          {texts.map((name) => (
            <Form.Item key={name} name={name} label={column(name)} required={name === 'username'}>
              <Input autoComplete="off" inputMode={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'} />
            </Form.Item>
          ))}
          <Form.Item name="locale" label={column('locale')}>
            <Select options={locales.map((value) => ({ value, label: nameOf(value) }))} />
          </Form.Item>
          <AccessField whyNotAppoint={whyNotAppoint} />
        </div>
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
