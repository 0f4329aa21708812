import { useOwnAccount } from '../../app/own-account.ts'
import { PageHead } from '../../app/page-head.tsx'
import { AvatarEditor } from '../../features/accounts/components/avatar-editor.tsx'
import { ProfileForm } from '../../features/accounts/components/profile-form.tsx'
import { NicknameField, ProfileTextField } from '../../features/accounts/components/public-fields.tsx'
import { Section } from '../../features/accounts/components/section.tsx'
import type { ProfileField } from '../../features/accounts/profile-edits.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import { useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import frame from './account.module.css'

const fields: readonly ProfileField[] = ['nickname', 'profile']

export default function CenterEdit() {
  const intl = useIntl()
  const router = useRouter()
  const account = useOwnAccount()
  if (!account) return null
  const title = intl.formatMessage({ id: 'profile.editTitle' })
  return (
    <div key={account.user.uid} className={frame.page}>
      <PageHead title={title} />
      <header className={frame.head}>
        <h1>{title}</h1>
        <p>
          <FormattedMessage id="profile.editAbout" />
        </p>
      </header>
      <Section title={<FormattedMessage id="profile.avatar" />}>
        <AvatarEditor account={account} />
      </Section>
      <Section title={<FormattedMessage id="profile.words" />}>
        <ProfileForm
          account={account}
          fields={fields}
          action={<FormattedMessage id="settings.save" />}
          cancel={
            <Link className="button quiet" to="/account/center">
              <FormattedMessage id="form.cancel" />
            </Link>
          }
          onSaved={() => go(router, '/account/center')}
        >
          {(values) => (
            <>
              <NicknameField values={values} />
              <ProfileTextField values={values} />
            </>
          )}
        </ProfileForm>
      </Section>
    </div>
  )
}
