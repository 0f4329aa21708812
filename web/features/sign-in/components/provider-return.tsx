import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import {
  arriveFromProvider,
  linkArrival,
  type Trial,
  type UnknownIdentity,
} from '@lectern/contract/sign-in/provider-sign-in.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureOf } from '../../../request/request-error.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { stepAfter, type FurtherInput, type Step } from '../sign-in-steps.ts'
import type { Sending } from './contact-fields.tsx'
import { ConsentStep, SecondFactorStep } from './further-steps.tsx'
import { ProviderSignUp } from './provider-sign-up.tsx'
import { ProviderTrial } from './provider-trial.tsx'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-form.module.css'

interface ProviderReturnProps {
  sending: Sending
  provider: string
  /** The parameters that the browser came back with. */
  answer: [string, string][]
  onSignedIn: (user: CurrentUser, redirect: string | null) => Promise<unknown>
  /** The person has signed in to the account that will be linked. */
  onProven: (user: CurrentUser) => void
  onGoOn: (path: string | null) => Promise<unknown>
}

type State =
  | { name: 'waiting' }
  | { name: 'failed'; message: string }
  | { name: 'unknown'; unknown: UnknownIdentity; redirect: string | null }
  | { name: 'tried'; trial: Trial }
  | { name: 'step'; step: Step }

/** Ways on for somebody whom nobody knows yet: prove an account of theirs, or create one. */
const Unknown = ({
  sending,
  unknown,
  state,
  onProven,
  onGoOn,
  onSignedIn,
  redirect,
}: Omit<ProviderReturnProps, 'provider' | 'answer'> & {
  unknown: UnknownIdentity
  state: string
  redirect: string | null
}) => {
  const [isNew, setNew] = useState(!unknown.hasAccount && unknown.maySignUp)
  const [way, setWay] = useState<'password' | 'code'>('password')
  const { client } = sending
  const { provider, email } = unknown
  const link = async (user: CurrentUser): Promise<void> => {
    onProven(user)
    await client(linkArrival, { params: { state }, body: {} })
    await onGoOn(redirect)
  }
  if (isNew)
    return (
      <>
        <p>
          <FormattedMessage id="signIn.unknown.new" values={{ provider }} />
        </p>
        <ProviderSignUp
          sending={sending}
          unknown={unknown}
          state={state}
          onSignedIn={(user) => onSignedIn(user, redirect)}
        />
        <button type="button" className="button quiet" onClick={() => setNew(false)}>
          <FormattedMessage id="signIn.unknown.toLink" />
        </button>
      </>
    )
  return (
    <>
      <p>
        {unknown.hasAccount ? (
          <FormattedMessage id="signIn.unknown.known" values={{ provider, email: email ?? '' }} />
        ) : (
          <FormattedMessage id="signIn.unknown.link" values={{ provider }} />
        )}
      </p>
      <SignInForm
        {...sending}
        way={way}
        foot={
          <button type="button" className="button quiet" onClick={() => setWay(way === 'code' ? 'password' : 'code')}>
            <FormattedMessage id={way === 'code' ? 'signIn.inPlace.byPassword' : 'signIn.inPlace.byCode'} />
          </button>
        }
        onSignedIn={link}
      />
      {unknown.maySignUp && !unknown.hasAccount && (
        <button type="button" className="button quiet" onClick={() => setNew(true)}>
          <FormattedMessage id="signIn.unknown.toNew" />
        </button>
      )}
    </>
  )
}

/** Brings the provider's answer to the server, and shows what comes next. */
export const ProviderReturn = (props: ProviderReturnProps) => {
  const { sending, provider, answer, onSignedIn, onGoOn } = props
  const { client } = sending
  const intl = useIntl()
  const [state, setState] = useState<State>({ name: 'waiting' })
  const input = useRef<FurtherInput>({})
  const isBegun = useRef(false)

  const arrive = async (more: FurtherInput, step: Step): Promise<void> => {
    input.current = { ...input.current, ...more }
    const call = { params: { key: provider }, body: { answer, ...input.current } }
    try {
      const { outcome, user, redirect, unknown, trial } = await client(arriveFromProvider, call, {
        skipErrorHandler: step.name === 'credentials',
      })
      if (outcome === 'signedIn') await onSignedIn(user!, redirect)
      else if (outcome === 'linked') await onGoOn(redirect)
      else if (outcome === 'tried') setState({ name: 'tried', trial: trial! })
      else setState({ name: 'unknown', unknown: unknown!, redirect })
    } catch (error) {
      setState({ name: 'step', step: await stepAfter(client, step, error) })
    }
  }

  const begin = useEffectEvent(async () => {
    if (isBegun.current) return
    isBegun.current = true
    try {
      await arrive({}, { name: 'credentials' })
    } catch (error) {
      const message =
        error instanceof Error && failureOf(error) ? error.message : intl.formatMessage({ id: 'signIn.providerFailed' })
      setState({ name: 'failed', message })
    }
  })
  useEffect(() => void begin(), [])

  const toSignIn = (
    <Link className="button" to="/account/Login">
      <FormattedMessage id="signIn.again" />
    </Link>
  )
  if (state.name === 'waiting')
    return (
      <p role="status">
        <FormattedMessage id="signIn.returning" />
      </p>
    )
  if (state.name === 'failed')
    return (
      <div className={styles.credentials}>
        <Notice kind="failed">{state.message}</Notice>
        {toSignIn}
      </div>
    )
  if (state.name === 'tried') return <ProviderTrial trial={state.trial} />
  if (state.name === 'unknown') {
    const key = new URLSearchParams(answer).get('state') ?? ''
    return (
      <div className={styles.credentials}>
        <Unknown {...props} unknown={state.unknown} redirect={state.redirect} state={key} />
      </div>
    )
  }
  const { step } = state
  const back = (): void => setState({ name: 'failed', message: intl.formatMessage({ id: 'signIn.stopped' }) })
  if (step.name === 'secondFactor')
    return (
      <SecondFactorStep
        client={client}
        asks={step.asks}
        problem={step.problem}
        onGiven={(more) => arrive(more, step)}
        onBack={back}
      />
    )
  if (step.name === 'consent')
    return <ConsentStep documents={step.documents} onGiven={(more) => arrive(more, step)} onBack={back} />
  return null
}
