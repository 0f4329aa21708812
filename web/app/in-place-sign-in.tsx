import { useId, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import { SignInForm } from '../features/sign-in/components/sign-in-form.tsx'
import type { Client } from '../request/client.ts'
import { RouterProvider } from '../router/router-context.tsx'
import type { Router } from '../router/router.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormattedMessage } from '../ui/intl.tsx'
import { Notice } from '../ui/notice.tsx'
import { LanguageProvider } from './language-context.tsx'
import type { Language } from './language.ts'
import type { SessionStore } from './session-store.ts'
import styles from './in-place-sign-in.module.css'

interface SignInHost {
  language: Language
  client: Client
  router: Router
  session: SessionStore
  facts: SiteFacts
  /** The user who was signed in when the page was filled in. */
  owner: CurrentUser | undefined
}

interface InPlaceProps extends Omit<SignInHost, 'language' | 'router'> {
  onEnd: (isSignedIn: boolean) => void
}

/** The contact that codes for this user are sent to. */
const contactOf = (user: CurrentUser, { channels }: SiteFacts): string | undefined =>
  [user.email, user.phone].find((contact) => contact !== null && channels.includes(channelOf(contact))) ?? undefined

const InPlace = ({ client, session, facts, owner, onEnd }: InPlaceProps) => {
  const [open, setOpen] = useState(true)
  const [isOtherUser, setOtherUser] = useState(false)
  const [way, setWay] = useState<'password' | 'code'>(owner?.hasPassword === false ? 'code' : 'password')
  const about = useId()
  const contact = owner && contactOf(owner, facts)
  const fixed = way === 'password' ? owner?.username : contact
  const mayChoose = owner === undefined ? facts.channels.length > 0 : owner.hasPassword && contact !== undefined

  const end = (isSignedIn: boolean): void => {
    setOpen(false)
    onEnd(isSignedIn)
  }
  const arrive = (user: CurrentUser): void => {
    // The page has input of another user, which must not be sent in this user's name.
    if (owner && owner.uid !== user.uid) return setOtherUser(true)
    session.set(user)
    end(true)
  }

  const leave = (): void => {
    // Reload, so that the input of the other user is dropped.
    if (isOtherUser) location.reload()
    else end(false)
  }

  return (
    <Dialog
      open={open}
      title={<FormattedMessage id="signIn.inPlace.title" />}
      // The username is filled in, so the focus goes to the password.
      firstFocus={(dialog) => (owner ? dialog.querySelector<HTMLElement>('input[name="password"]') : null)}
      describedBy={about}
      onClose={leave}
    >
      {isOtherUser ? (
        <div className="stack gap-24">
          <Notice kind="done">
            <FormattedMessage id="signIn.inPlace.stranger" />
          </Notice>
          <button type="button" className="button" onClick={leave}>
            <FormattedMessage id="shell.reload" />
          </button>
        </div>
      ) : (
        <SignInForm
          client={client}
          channels={facts.channels}
          demo={facts.demo}
          way={way}
          fixed={fixed}
          head={
            <p id={about} className={`stack gap-8 muted ${styles.about}`}>
              <FormattedMessage id="signIn.inPlace.about" />
              {owner && (
                <strong>
                  <FormattedMessage id="signIn.inPlace.owner" values={{ name: fixed ?? owner.username }} />
                </strong>
              )}
            </p>
          }
          foot={
            mayChoose && (
              <button
                type="button"
                className="button quiet"
                onClick={() => setWay(way === 'password' ? 'code' : 'password')}
              >
                <FormattedMessage id={way === 'password' ? 'signIn.inPlace.byCode' : 'signIn.inPlace.byPassword'} />
              </button>
            )
          }
          onSignedIn={arrive}
        />
      )}
    </Dialog>
  )
}

/** Shows a sign-in dialog over the open page, which stays as it is. Resolves to true if the user has signed in. */
export const signInInPlace = async ({ language, router, ...rest }: SignInHost): Promise<boolean> => {
  await language.learn(['form', 'account'])
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isSignedIn = await new Promise<boolean>((resolve) => {
    root.render(
      <LanguageProvider language={language}>
        <RouterProvider value={router}>
          <InPlace {...rest} onEnd={resolve} />
        </RouterProvider>
      </LanguageProvider>,
    )
  })
  // Wait until React has closed the dialog and restored the focus.
  setTimeout(() => {
    root.unmount()
    place.remove()
  })
  return isSignedIn
}
