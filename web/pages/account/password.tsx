import type { MessageId } from '@lectern/messages/message-id.ts'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession, useSessionStore } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { ChangePasswordForm } from '../../features/sign-in/components/change-password-form.tsx'
import { Entrance } from '../../features/sign-in/components/entrance.tsx'
import { ResetPasswordForm } from '../../features/sign-in/components/reset-password-form.tsx'
import { keepRedirect } from '../../features/sign-in/redirect.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import { useRouter, useRouterState } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Notice } from '../../ui/notice.tsx'

/** With the old password for signed-in users who have one; with a code for everybody else. */
export default function Password() {
  const { channels, demo } = useSite()
  // The user who opened the page: if the session ends, what they typed must stay.
  const [user] = useState(useSession().user)
  const client = useClient()
  const session = useSessionStore()
  const router = useRouter()
  const intl = useIntl()
  const query = new URLSearchParams(useRouterState().place.search)
  const [isChanged, setChanged] = useState(false)
  const isKnown = user?.hasPassword === true
  const title = intl.formatMessage({ id: isKnown ? 'password.changeTitle' : 'password.resetTitle' })

  const onReset = (): Promise<void> => {
    // All sessions have ended, including this one.
    session.set(undefined)
    return go(router, keepRedirect('/account/Login', query, { reset: 'done' }))
  }

  const wayBack: { to: string; text: MessageId } = user
    ? { to: '/account/settings', text: 'password.toSettings' }
    : { to: keepRedirect('/account/Login', query), text: 'password.toSignIn' }

  return (
    <Entrance
      title={title}
      foot={
        <Link to={wayBack.to}>
          <FormattedMessage id={wayBack.text} />
        </Link>
      }
    >
      <PageHead title={title} />
      {isKnown && isChanged && (
        <Notice kind="done">
          <FormattedMessage id="password.changeDone" />
        </Notice>
      )}
      {isKnown && !isChanged && (
        <ChangePasswordForm client={client} username={user.username} onChanged={() => setChanged(true)} />
      )}
      {!isKnown && channels.length > 0 && (
        <>
          <p>
            <FormattedMessage id={user ? 'password.setAbout' : 'password.resetAbout'} />
          </p>
          <ResetPasswordForm client={client} channels={channels} demo={demo} onReset={onReset} />
        </>
      )}
      {!isKnown && channels.length === 0 && (
        <Notice>
          <FormattedMessage id="password.noChannel" />
        </Notice>
      )}
    </Entrance>
  )
}
