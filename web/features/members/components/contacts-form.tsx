import { setMemberContacts, readMember } from '@lectern/contract/accounts/accounts.ts'
import { App, Button, Form, Input, Typography } from 'antd'
import { OutdatedNotice } from '../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { contactsOf, mergeContactEdits, type ContactValues } from '../contact-values.ts'
import { useMemberWords } from '../member-words.ts'
import styles from './member-drawer.module.css'
import type { MemberFormProps } from './profile-form.tsx'

type Props = Omit<MemberFormProps<ContactValues>, 'isOwn'>

/** Changes contacts of a member who has lost access to them; the old contacts are notified. */
export const ContactsForm = ({ client, member, form, onChanged }: Props) => {
  const { message } = App.useApp()
  const { t, column } = useMemberWords()
  const office = useOfficeForm(form)
  const save = ({ email, phone }: ContactValues): Promise<void> =>
    office.send(async () => {
      const body = { email: email.trim() || null, phone: phone.trim() || null, version: member.version }
      const changed = await client(setMemberContacts, { params: { uid: member.uid }, body }, formCall)
      form.setFieldsValue(contactsOf(changed))
      onChanged(changed)
      void message.success(t('saved'))
    })
  const catchUp = async (): Promise<void> => {
    const now = await client(readMember, { params: { uid: member.uid } })
    form.setFieldsValue(mergeContactEdits(contactsOf(member), form.getFieldsValue(), contactsOf(now)))
    onChanged(now)
    office.catchUp()
  }
  return (
    <Form
      form={form}
      name="contacts"
      layout="vertical"
      initialValues={contactsOf(member)}
      disabled={office.busy || member.whyNot !== null}
      onFinish={(values) => void save(values)}
    >
      <Typography.Paragraph type="secondary">{t('contactsHelp')}</Typography.Paragraph>
      {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      <div className={styles.fields}>
        <Form.Item name="email" label={column('email')}>
          <Input inputMode="email" autoComplete="off" />
        </Form.Item>
        <Form.Item name="phone" label={column('phone')}>
          <Input inputMode="tel" autoComplete="off" />
        </Form.Item>
      </div>
      <Button htmlType="submit" loading={office.busy}>
        {t('saveContacts')}
      </Button>
    </Form>
  )
}
