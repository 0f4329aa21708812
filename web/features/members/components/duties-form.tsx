import { changeDuties, readDuties, type OrganiserDuties } from '@lectern/contract/accounts/duties.ts'
import { readMember, type Member } from '@lectern/contract/accounts/accounts.ts'
import { duties, type Duty } from '@lectern/contract/accounts/duty-values.ts'
import type { AccountId, ActivityId } from '@lectern/contract/ids.ts'
import { App, Button, Form, Radio, Select, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { CheckList } from '../../admin-ui/components/check-list.tsx'
import { ForOthers } from '../../admin-ui/components/for-others.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'

interface DutyValues {
  duties: Duty[]
  scope: 'all' | 'some'
  activities: ActivityId[]
}

const valuesOf = ({ duties: held, activities }: OrganiserDuties): DutyValues => ({
  duties: held,
  scope: activities === null ? 'all' : 'some',
  activities: activities?.map(({ id }) => id) ?? [],
})

interface FieldsProps {
  client: Client
  uid: AccountId
  held: OrganiserDuties
  onChanged: (member: Member) => void
}

const Fields = ({ client, uid, held, onChanged }: FieldsProps) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<DutyValues>()
  const office = useOfficeForm(form)
  const chosen = Form.useWatch('duties', form) ?? held.duties
  const scope = Form.useWatch('scope', form) ?? valuesOf(held).scope
  const save = ({ duties: wanted, scope: wantedScope, activities }: DutyValues): Promise<void> =>
    office.send(async () => {
      const isLimited = wanted.includes('contest') && wantedScope === 'some'
      const body = { duties: wanted, activities: isLimited ? activities : null, version: held.version }
      await client(changeDuties, { params: { uid }, body }, formCall)
      void message.success(intl.formatMessage({ id: 'office.duties.saved' }))
      onChanged(await client(readMember, { params: { uid } }))
    })
  return (
    <Form
      form={form}
      name="duties"
      aria-label={intl.formatMessage({ id: 'office.duties' })}
      layout="vertical"
      initialValues={valuesOf(held)}
      disabled={office.busy || held.whyNot !== null}
      onFinish={(values) => void save(values)}
    >
      <Typography.Paragraph type="secondary">{intl.formatMessage({ id: 'office.duties.intro' })}</Typography.Paragraph>
      <ProblemSummary form={office} />
      <Form.Item
        name="duties"
        label={intl.formatMessage({ id: 'office.duties' })}
        required
        rules={[
          {
            validator: (_, chosenDuties: readonly Duty[] | undefined) =>
              chosenDuties?.length
                ? Promise.resolve()
                : Promise.reject(new Error(intl.formatMessage({ id: 'office.duties.none' }))),
          },
        ]}
      >
        <CheckList
          choices={duties.map((duty) => ({
            value: duty,
            label: intl.formatMessage({ id: `office.duty.${duty}` }),
            help: intl.formatMessage({ id: `office.duty.${duty}.help` }),
            // An auditor holds no other duty.
            disabled: chosen.length > 0 && (duty === 'audit') !== chosen.includes('audit'),
          }))}
        />
      </Form.Item>
      {chosen.includes('contest') && (
        <Form.Item name="scope" label={intl.formatMessage({ id: 'office.duties.scope' })}>
          <Radio.Group
            options={(['all', 'some'] as const).map((value) => ({
              value,
              label: intl.formatMessage({ id: `office.duties.scope.${value}` }),
            }))}
          />
        </Form.Item>
      )}
      {chosen.includes('contest') && scope === 'some' && (
        <Form.Item
          name="activities"
          label={intl.formatMessage({ id: 'office.duties.activities' })}
          rules={[{ required: true, message: intl.formatMessage({ id: 'office.duties.noActivity' }) }]}
        >
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={held.choices.map(({ id, year, name }) => ({ value: id, label: `${year} · ${name}` }))}
          />
        </Form.Item>
      )}
      <Button htmlType="submit" loading={office.busy}>
        {intl.formatMessage({ id: 'office.duties.save' })}
      </Button>
    </Form>
  )
}

interface DutiesFormProps {
  client: Client
  /** An organiser. */
  member: Member
  onChanged: (member: Member) => void
}

/** What an organiser looks after. The key of the caller loads it anew when the account has changed. */
export const DutiesForm = ({ client, member: { uid }, onChanged }: DutiesFormProps) => {
  const [held, setHeld] = useState<OrganiserDuties>()
  useEffect(() => {
    client(readDuties, { params: { uid } }).then(setHeld, () => undefined)
  }, [client, uid])
  if (!held) return null
  return (
    <ForOthers why={held.whyNot}>
      <Fields key={held.version} client={client} uid={uid} held={held} onChanged={onChanged} />
    </ForOthers>
  )
}
