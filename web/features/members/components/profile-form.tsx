import { App, Button, Form, Input, Select, type FormInstance } from 'antd'
import { accesses } from '@lectern/contract/account-values.ts'
import type { Member, updateUser as updateUserEndpoint } from '@lectern/contract/accounts.ts'
import { countries } from '@lectern/contract/countries.ts'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import { locales } from '@lectern/contract/locales.ts'
import { citiesOf, provinces, regionName, type Region } from '@lectern/contract/regions.ts'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { updateUser } from '../../accounts/api.ts'
import { Outdated } from '../../admin-ui/components/outdated.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { languageNames } from '../../admin-ui/language-names.ts'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { readMember } from '../api.ts'
import { useMemberWords } from '../member-words.ts'
import { changesOf, hasCodes, keepTyped, valuesOf, type ProfileValues } from '../profile-values.ts'
import styles from './member-drawer.module.css'

export interface MemberFormProps<Values> {
  client: Client
  member: Member
  form: FormInstance<Values>
  isOwn: boolean
  onChanged: (member: Member) => void
}

const searchable = { showSearch: { optionFilterProp: 'label' }, allowClear: true }

/** Selected from lists in China, free text elsewhere. Changing the country clears both. */
const Residence = ({ form }: { form: FormInstance<ProfileValues> }) => {
  const { locale } = useIntl()
  const { column } = useMemberWords()
  const country = Form.useWatch('country', form)
  const province = Form.useWatch('province', form)
  const countryNames = new Intl.DisplayNames([locale], { type: 'region' })
  const optionsOf = (regions: readonly Region[]) =>
    regions.map(({ code }) => ({ value: code, label: regionName(code, locale) }))
  const isListed = hasCodes({ country, province })
  const choices = { province: provinces, city: citiesOf(province ?? '') }
  return (
    <>
      <Form.Item name="country" label={column('country')}>
        <Select
          {...searchable}
          options={countries.map((code) => ({ value: code, label: countryNames.of(code) }))}
          onChange={() => form.setFieldsValue({ province: undefined, city: undefined })}
        />
      </Form.Item>
      {(['province', 'city'] as const).map((name) => (
        <Form.Item key={name} name={name} label={column(name)}>
          {isListed ? (
            <Select
              {...searchable}
              options={optionsOf(choices[name])}
              onChange={() => name === 'province' && form.setFieldsValue({ city: undefined })}
            />
          ) : (
            <Input />
          )}
        </Form.Item>
      ))}
    </>
  )
}

/** Edits the profile of a member. */
export const ProfileForm = ({ client, member, form, isOwn, onChanged }: MemberFormProps<ProfileValues>) => {
  const { locale } = useIntl()
  const { message } = App.useApp()
  const { t, column, access } = useMemberWords()
  const office = useOfficeForm(form)
  const nameOf = languageNames(locale)
  const save = (): Promise<void> =>
    office.send(async () => {
      const { uid, version } = member
      const body = { uid, version, ...changesOf(member, form.getFieldsValue(true)) }
      const updated = await client(
        updateUser,
        { params: { uid }, body: body as BodyInputOf<typeof updateUserEndpoint> },
        formCall,
      )
      const changed = { ...member, ...updated }
      form.setFieldsValue(keepTyped(changed, valuesOf(changed), changed))
      onChanged(changed)
      void message.success(t('saved'))
    })
  const catchUp = async (): Promise<void> => {
    const now = await client(readMember, { params: { uid: member.uid } })
    form.setFieldsValue(keepTyped(member, form.getFieldsValue(true), now))
    onChanged(now)
    office.catchUp()
  }
  return (
    <Form
      form={form}
      name="profile"
      layout="vertical"
      initialValues={valuesOf(member)}
      disabled={office.busy}
      onFinish={() => void save()}
    >
      {office.outdated && <Outdated onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      <div className={styles.fields}>
        {(['realName', 'nickname', 'school', 'department', 'title'] as const).map((name) => (
          <Form.Item key={name} name={name} label={column(name)}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
        <Residence form={form} />
        <Form.Item name="address" label={column('address')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="locale" label={column('locale')}>
          <Select options={locales.map((value) => ({ value, label: nameOf(value) }))} />
        </Form.Item>
        <Form.Item name="access" label={column('access')} {...(isOwn && { extra: t('ownAccess') })}>
          <Select disabled={isOwn} options={accesses.map((value) => ({ value, label: access(value) }))} />
        </Form.Item>
        <Form.Item name="profile" label={column('profile')} className={styles.wide!}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={office.busy}>
        {t('save')}
      </Button>
    </Form>
  )
}
