import { App, Button, Form, Input, Select, type FormInstance } from 'antd'
import { updateUser, readMember, type Member } from '@lectern/contract/accounts/accounts.ts'
import { countries } from '@lectern/contract/countries.ts'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import { citiesOf, provinces, regionName, type Region } from '@lectern/contract/regions.ts'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { OutdatedNotice } from '../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { languageNames } from '../../admin-ui/language-names.ts'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { InstitutionInput } from '../../institutions/office/components/institution-input.tsx'
import { useMemberWords } from '../member-words.ts'
import { changesOf, hasCodes, mergeEdits, valuesOf, type ProfileValues } from '../profile-values.ts'
import { AccessField } from './access-field.tsx'
import styles from './member-drawer.module.css'

export interface MemberFormProps<Values> {
  client: Client
  member: Member
  form: FormInstance<Values>
  isOwn: boolean
  onChanged: (member: Member) => void
}

/** Longer names are shortened by whoever types them. */
const maxSchool = 100

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

interface ProfileFormProps extends MemberFormProps<ProfileValues> {
  whyNotAppoint: string | null
}

/** Edits the profile of a member. */
export const ProfileForm = (props: ProfileFormProps) => {
  const { client, member, form, isOwn, whyNotAppoint, onChanged } = props
  const { locale } = useIntl()
  const { message } = App.useApp()
  const { t, column } = useMemberWords()
  const office = useOfficeForm(form)
  const nameOf = languageNames(locale)
  const institutionId = Form.useWatch('institutionId', { form, preserve: true })
  const textField = (name: 'realName' | 'nickname' | 'department' | 'title') => (
    <Form.Item key={name} name={name} label={column(name)}>
      <Input autoComplete="off" />
    </Form.Item>
  )
  const save = (): Promise<void> =>
    office.send(async () => {
      const { uid, version } = member
      const body = { uid, version, ...changesOf(member, form.getFieldsValue(true)) }
      const updated = await client(
        updateUser,
        { params: { uid }, body: body as BodyInputOf<typeof updateUser> },
        formCall,
      )
      const changed = { ...member, ...updated }
      form.setFieldsValue(mergeEdits(changed, valuesOf(changed), changed))
      onChanged(changed)
      void message.success(t('saved'))
    })
  const catchUp = async (): Promise<void> => {
    const now = await client(readMember, { params: { uid: member.uid } })
    form.setFieldsValue(mergeEdits(member, form.getFieldsValue(true), now))
    onChanged(now)
    office.catchUp()
  }
  return (
    <Form
      form={form}
      name="profile"
      layout="vertical"
      initialValues={valuesOf(member)}
      disabled={office.busy || member.whyNot !== null}
      onFinish={() => void save()}
    >
      {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      <div className={styles.fields}>
        {(['realName', 'nickname'] as const).map(textField)}
        <Form.Item name="institutionId" hidden>
          <Input />
        </Form.Item>
        <Form.Item name="school" label={column('school')}>
          <InstitutionInput
            client={client}
            kind="school"
            maxLength={maxSchool}
            chosenId={institutionId as InstitutionId | undefined}
            onChoose={(id) => form.setFieldsValue({ institutionId: id })}
          />
        </Form.Item>
        {(['department', 'title'] as const).map(textField)}
        <Residence form={form} />
        <Form.Item name="address" label={column('address')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="locale" label={column('locale')}>
          <Select options={locales.map((value) => ({ value, label: nameOf(value) }))} />
        </Form.Item>
        <AccessField
          isFixed={isOwn}
          {...(isOwn && { extra: t('ownAccess') })}
          // Whoever may not change the account at all has read the reason above.
          whyNotAppoint={member.whyNot === null ? whyNotAppoint : null}
        />
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
