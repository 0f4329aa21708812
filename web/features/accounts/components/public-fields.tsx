import { maxNicknameLength, maxProfileLength } from '@lectern/contract/accounts/account-values.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import type { ProfileValues } from '../profile-edits.ts'

/** Fields that are visible to others. */
export const NicknameField = ({ values }: { values: ProfileValues }) => (
  <Field
    name="nickname"
    label={<FormattedMessage id="field.nickname" />}
    hint={<FormattedMessage id="profile.nicknameHint" values={{ most: maxNicknameLength }} />}
    autoComplete="nickname"
    defaultValue={values.nickname}
  />
)

export const ProfileTextField = ({ values }: { values: ProfileValues }) => (
  <TextArea
    name="profile"
    label={<FormattedMessage id="field.profile" />}
    autoComplete="off"
    defaultValue={values.profile}
    limit={maxProfileLength}
  />
)
