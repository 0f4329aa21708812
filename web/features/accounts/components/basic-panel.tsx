import { useState } from 'react'
import { Link } from '../../../router/link.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { neededFields } from '../completion.ts'
import { contactKinds, type ContactKind, type OwnAccount } from '../own-account.ts'
import type { ProfileField } from '../profile-edits.ts'
import { AvatarEditor } from './avatar-editor.tsx'
import { ContactField } from './contact-field.tsx'
import { ContactDialog } from './contact-form.tsx'
import { NeededFields } from './details-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { NicknameField, ProfileTextField } from './public-fields.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'

const fields: readonly ProfileField[] = [...neededFields, 'institutionId', 'nickname', 'profile', 'address']

/** Picture, contacts and profile. */
export const BasicPanel = ({ account }: { account: OwnAccount }) => {
  const [changing, setChanging] = useState<ContactKind>()
  const [changed, setChanged] = useState<ContactKind>()
  return (
    <>
      <Section title={<FormattedMessage id="profile.avatar" />}>
        <AvatarEditor account={account} />
      </Section>
      <Section
        title={<FormattedMessage id="settings.tab.basic" />}
        about={<FormattedMessage id="settings.basicAbout" />}
      >
        <ProfileForm account={account} fields={fields} action={<FormattedMessage id="settings.save" />}>
          {(values) => (
            <>
              {contactKinds.map((kind) => (
                <ContactField key={kind} account={account} kind={kind} onChange={setChanging} />
              ))}
              <p className={styles.status} role="status">
                {changed && <FormattedMessage id="profile.contactChanged" />}
              </p>
              <NeededFields client={account.client} values={values} />
              <NicknameField values={values} />
              <ProfileTextField values={values} />
              <Field
                name="address"
                label={<FormattedMessage id="field.address" />}
                autoComplete="street-address"
                defaultValue={values.address}
              />
            </>
          )}
        </ProfileForm>
      </Section>
      <Section
        title={<FormattedMessage id="settings.officer" />}
        about={<FormattedMessage id="settings.officerAbout" />}
      >
        <Link className="button quiet" to="/account/Officer">
          <FormattedMessage id="settings.officer" />
        </Link>
      </Section>
      <ContactDialog account={account} kind={changing} onChanged={setChanged} onClose={() => setChanging(undefined)} />
    </>
  )
}
