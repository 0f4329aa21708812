import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSessionStore } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { useWayBack } from '../../app/use-way-back.ts'
import { Entrance } from '../../features/sign-in/components/entrance.tsx'
import { SignUpForm } from '../../features/sign-in/components/sign-up-form.tsx'
import { keepRedirect } from '../../features/sign-in/redirect.ts'
import { InvitationNotice } from '../../features/teams/components/invitation-notice.tsx'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import { useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Notice } from '../../ui/notice.tsx'

export default function Register() {
  const { channels, demo } = useSite()
  const client = useClient()
  const session = useSessionStore()
  const router = useRouter()
  const intl = useIntl()
  const { query, wayBack } = useWayBack()
  const title = intl.formatMessage({ id: 'signUp.title' })

  const continueAs = (user: CurrentUser): Promise<void> => {
    session.set(user)
    return go(router, wayBack('/Welcome'), { replace: true })
  }

  return (
    <Entrance
      title={title}
      foot={
        <>
          <FormattedMessage id="signUp.hasAccount" />
          <Link to={keepRedirect('/account/Login', query)}>
            <FormattedMessage id="signUp.toSignIn" />
          </Link>
        </>
      }
    >
      <PageHead title={title} />
      <InvitationNotice goal={query.get('redirect')} />
      {channels.length > 0 ? (
        <SignUpForm client={client} channels={channels} demo={demo} onSignedUp={continueAs} />
      ) : (
        <Notice>
          <FormattedMessage id="signUp.noChannel" />
        </Notice>
      )}
    </Entrance>
  )
}
