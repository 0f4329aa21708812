import type { Locale } from '@lectern/contract/locales.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { readNextStep, type NextStep as Next } from '@lectern/contract/journey/journey.ts'
import { Link } from '../../../router/link.tsx'
import { useRouter } from '../../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { OpeningWish } from '../../enrolments/components/opening-wish.tsx'
import { WaitingListPlace } from '../../enrolments/components/waiting-list-place.tsx'
import styles from './next-step.module.css'
import { StepLink, StepText, StepUntil } from './step-texts.tsx'

interface NextStepProps {
  activityId: string
  /** Undefined until it is loaded. */
  next: Next | undefined
  /** The general deadline. */
  closesAt: string | null
  isSignedIn: boolean
  /** Shown until the step is loaded. */
  meanwhile: ReactNode
}

export const useNextStep = (activityId: string, who: string | undefined): Next | undefined => {
  const { client } = useRouter()
  const { locale } = useIntl()
  const [loaded, setLoaded] = useState<{ next: Next; who: string | undefined; locale: Locale }>()
  useEffect(() => {
    let isWanted = true
    const ask = (): void => {
      if (document.visibilityState === 'hidden') return
      client(readNextStep, { params: { id: activityId } }, { skipErrorHandler: true }).then(
        (answer) => isWanted && setLoaded({ next: answer, who, locale }),
        // On failure, keep the public content.
        () => undefined,
      )
    }
    ask()
    // Somebody may have joined, or time may have passed.
    document.addEventListener('visibilitychange', ask)
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', ask)
    }
  }, [client, activityId, who, locale])
  return loaded?.next
}

/** Steps before the deadline, while there are seats. */
const before = new Set<Next['step']>(['signIn', 'complete', 'invited', 'team', 'gather', 'fill', 'submit'])

const Words = ({ next, closesAt }: { next: Next; closesAt: string | null }) => {
  const intl = useIntl()
  const { step, why, until, missing, reason, placesLeft, waiting, isWaitedFor, timeZone } = next
  // The waiting list shows until when a seat is reserved.
  const own = until === closesAt || waiting ? null : until
  return (
    <>
      {step !== 'refused' && (
        <p className={styles.what}>
          <StepText next={next} />
        </p>
      )}
      {waiting && (
        <p>
          <WaitingListPlace waiting={waiting} timeZone={timeZone} />
        </p>
      )}
      {isWaitedFor && !waiting && before.has(step) && (
        <p>
          <FormattedMessage id="enrolment.waiting.full" />
        </p>
      )}
      {missing.length > 0 && (
        <p>
          <FormattedMessage id="journey.complete.missing" values={{ fields: intl.formatList(missing) }} />
        </p>
      )}
      {step === 'refused' && next.isUpcoming ? (
        // The opening time is shown above, with the countdown.
        <p className={styles.what}>
          <FormattedMessage id="journey.later" />
        </p>
      ) : (
        why !== null && <p className={step === 'refused' ? styles.what : undefined}>{why}</p>
      )}
      {reason !== null && <p className="pre-line">{reason}</p>}
      {own !== null && (
        <p>
          <StepUntil until={own} timeZone={timeZone} />
        </p>
      )}
      {placesLeft !== null && !isWaitedFor && !waiting && before.has(step) && (
        <p className="muted small">
          <FormattedMessage id="enrolment.placesLeft" values={{ left: placesLeft }} />
        </p>
      )}
    </>
  )
}

/** To get a team, the user can create one or join one. */
const OtherWay = ({ step, activityId }: { step: Next['step']; activityId: string }) => {
  if (step !== 'team' && step !== 'invited') return null
  return (
    <Link className="button quiet" to={step === 'invited' ? `/account/Team/Create/${activityId}` : '/account/Team/Add'}>
      <FormattedMessage id={step === 'invited' ? 'journey.team.action' : 'journey.team.join'} />
    </Link>
  )
}

/** The user's next step. The page is the same for everybody until it is loaded; its space is reserved. */
export const NextStep = ({ activityId, next, closesAt, isSignedIn, meanwhile }: NextStepProps) => (
  <div className={`stack gap-12 print-hidden ${styles.panel}`} data-step={next?.step}>
    <div className="break-anywhere" role="status">
      {next ? <Words next={next} closesAt={closesAt} /> : meanwhile}
    </div>
    <div className="row gap-12">
      {next && <StepLink next={next} here={`/EnrollFor/${activityId}`} />}
      {next?.isUpcoming && <OpeningWish activityId={activityId} next={next} isSignedIn={isSignedIn} />}
      {next && <OtherWay step={next.step} activityId={activityId} />}
      {(!next || next.step === 'signIn' || (next.step === 'refused' && next.isUpcoming)) && (
        <Link className="button quiet" to="/Note">
          <FormattedMessage id="activity.howTo" />
        </Link>
      )}
      {next?.step === 'refused' && !next.isUpcoming && (
        <Link className="button quiet" to="/EnrollFor">
          <FormattedMessage id="activity.showAll" />
        </Link>
      )}
    </div>
  </div>
)
