import { Fragment, type ReactNode } from 'react'
import type { Client } from '../../../request/client.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { InstitutionField } from '../../institutions/components/institution-field.tsx'
import { neededFields } from '../completion.ts'
import type { OwnAccount } from '../own-account.ts'
import type { ProfileField, ProfileValues } from '../profile-edits.ts'
import { ProfileForm } from './profile-form.tsx'
import { RegionFields } from './region-fields.tsx'

const workFields = [
  { name: 'realName', autoComplete: 'name' },
  { name: 'department', autoComplete: 'off' },
  { name: 'title', autoComplete: 'organization-title' },
] as const

interface NeededFieldsProps {
  client: Client
  values: ProfileValues
}

/** The profile fields that an enrolment requires. */
export const NeededFields = ({ client, values }: NeededFieldsProps) => (
  <>
    {workFields.map(({ name, autoComplete }) => (
      <Fragment key={name}>
        <Field
          name={name}
          label={<FormattedMessage id={`field.${name}`} />}
          hint={name === 'realName' && <FormattedMessage id="evpi.realNameHint" />}
          autoComplete={autoComplete}
          defaultValue={values[name]}
          required
        />
        {name === 'realName' && (
          <InstitutionField
            client={client}
            name="school"
            label={<FormattedMessage id="field.school" />}
            hint={<FormattedMessage id="form.institution.hint" />}
            defaultText={values.school ?? ''}
            defaultId={values.institutionId ?? ''}
            required
          />
        )}
      </Fragment>
    ))}
    <RegionFields values={values} />
  </>
)

const detailFields: readonly ProfileField[] = [...neededFields, 'institutionId']

interface DetailsFormProps {
  account: OwnAccount
  action: ReactNode
  onSaved: () => unknown
}

export const DetailsForm = ({ account, action, onSaved }: DetailsFormProps) => (
  <ProfileForm account={account} fields={detailFields} action={action} onSaved={onSaved}>
    {(values) => <NeededFields client={account.client} values={values} />}
  </ProfileForm>
)
