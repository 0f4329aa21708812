import type { ReactNode } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { neededFields } from '../completion.ts'
import type { OwnAccount } from '../own-account.ts'
import type { ProfileValues } from '../profile-edits.ts'
import { ProfileForm } from './profile-form.tsx'
import { RegionFields } from './region-fields.tsx'

const workFields = [
  { name: 'realName', autoComplete: 'name' },
  { name: 'school', autoComplete: 'organization' },
  { name: 'department', autoComplete: 'off' },
  { name: 'title', autoComplete: 'organization-title' },
] as const

/** The profile fields that an enrolment requires. */
export const NeededFields = ({ values }: { values: ProfileValues }) => (
  <>
    {workFields.map(({ name, autoComplete }) => (
      <Field
        key={name}
        name={name}
        label={<FormattedMessage id={`field.${name}`} />}
        hint={name === 'realName' && <FormattedMessage id="evpi.realNameHint" />}
        autoComplete={autoComplete}
        defaultValue={values[name]}
        required
      />
    ))}
    <RegionFields values={values} />
  </>
)

interface DetailsFormProps {
  account: OwnAccount
  action: ReactNode
  onSaved: () => unknown
}

export const DetailsForm = ({ account, action, onSaved }: DetailsFormProps) => (
  <ProfileForm account={account} fields={neededFields} action={action} onSaved={onSaved}>
    {(values) => <NeededFields values={values} />}
  </ProfileForm>
)
