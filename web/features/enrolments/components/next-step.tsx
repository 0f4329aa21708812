import { useEffect, useState, type ReactNode } from 'react'
import type { NextStep as Next } from '@lectern/contract/enrolments.ts'
import { Link } from '../../../router/link.tsx'
import { useRouter } from '../../../router/router-context.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { hasMessage, FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { nextStep } from '../api.ts'
import { enrolmentPath, newEnrolmentPath } from '../enrolment-address.ts'
import styles from './next-step.module.css'
import { OpeningWish } from './opening-wish.tsx'
import { WaitingLine } from './waiting-line.tsx'

/** Until when this visitor's own team can still do something: a deadline of its own comes before everybody's. */
export const ownDeadline = ({ resubmitBy, waiting, teamId, window }: Next): string | null =>
  resubmitBy ?? waiting?.offeredUntil ?? (teamId ? (window?.closesAt ?? null) : null)

/** Nothing is left to do before the deadline. */
export const isSent = ({ step }: Next): boolean => step === 'wait' || step === 'done'

interface NextStepProps {
  activityId: string
  /** Absent until the browser knows. */
  next: Next | undefined
  /** When enrolment closes for everybody. */
  closesAt: string | null
  isSignedIn: boolean
  /** Stands there until the browser knows. */
  meanwhile: ReactNode
}

export const useNextStep = (activityId: string, who: string | undefined): Next | undefined => {
  const { client } = useRouter()
  const { locale } = useIntl()
  const [found, setFound] = useState<{ next: Next; who: string | undefined; locale: string }>()
  useEffect(() => {
    let isWanted = true
    const ask = (): void => {
      if (document.visibilityState === 'hidden') return
      client(nextStep, { params: { id: activityId } }, { skipErrorHandler: true }).then(
        (answer) => isWanted && setFound({ next: answer, who, locale }),
        // What everybody may know stays there.
        () => undefined,
      )
    }
    ask()
    // Meanwhile somebody may have joined, or time may have passed.
    document.addEventListener('visibilitychange', ask)
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', ask)
    }
  }, [client, activityId, who, locale])
  return found?.next
}

/** Where each step is taken. */
const pathOf = ({ step, why, teamId, enrolmentId, invitations }: Next, activityId: string): string | undefined => {
  const here = encodeURIComponent(`/EnrollFor/${activityId}`)
  const form = enrolmentId
    ? enrolmentPath(activityId, enrolmentId, step === 'submit' || step === 'joinWaitingList' ? 'check' : 'fill')
    : undefined
  switch (step) {
    case 'signIn':
      return `/account/Login?redirect=${here}`
    case 'complete':
      return `/account/Evpi?redirect=${here}`
    case 'team':
      return invitations > 0 ? '/account/Team' : `/account/Team/Create/${activityId}`
    case 'gather':
      return `/account/Team/basic?id=${teamId}`
    case 'fill':
      return form ?? (teamId && why === null ? newEnrolmentPath(activityId, teamId) : undefined)
    default:
      return form
  }
}

/** Steps that are taken before the deadline, while there are places. */
const before = new Set<Next['step']>(['signIn', 'complete', 'team', 'gather', 'fill', 'submit'])

const Words = ({ next, closesAt }: { next: Next; closesAt: string | null }) => {
  const intl = useIntl()
  const { step, why, missing, reason, teamName, number, placesLeft, resubmitBy, waiting, isWaitedFor, timeZone } = next
  const deadline = ownDeadline(next)
  const own = deadline === closesAt || waiting ? null : deadline
  const takesPlace = waiting?.offeredUntil && (step === 'fill' || step === 'submit')
  return (
    <>
      {step !== 'refused' && (
        <p className={styles.what}>
          <FormattedMessage
            id={
              step === 'team' && next.invitations > 0
                ? 'enrolment.step.invited'
                : `enrolment.step.${takesPlace ? 'takePlace' : step}`
            }
            values={{ team: teamName ?? '', number: number ?? '', count: next.invitations }}
          />
        </p>
      )}
      {waiting && (
        <p>
          <WaitingLine waiting={waiting} timeZone={timeZone} />
        </p>
      )}
      {isWaitedFor && !waiting && before.has(step) && (
        <p>
          <FormattedMessage id="enrolment.waiting.full" />
        </p>
      )}
      {missing.length > 0 && (
        <p>
          <FormattedMessage id="enrolment.step.complete.missing" values={{ fields: intl.formatList(missing) }} />
        </p>
      )}
      {step === 'refused' && next.isUpcoming ? (
        // When it opens stands above, with the countdown.
        <p className={styles.what}>
          <FormattedMessage id="enrolment.step.later" />
        </p>
      ) : (
        why !== null && <p className={step === 'refused' ? styles.what : undefined}>{why}</p>
      )}
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      {own !== null && (
        <p>
          <FormattedMessage
            id={resubmitBy ? 'enrolment.resubmitBy' : 'enrolment.extendedUntil'}
            values={{ moment: <DateTime key="own" value={own} exact timeZone={timeZone} /> }}
          />
        </p>
      )}
      {placesLeft !== null && !isWaitedFor && !waiting && before.has(step) && (
        <p className={styles.places}>
          <FormattedMessage id="enrolment.placesLeft" values={{ left: placesLeft }} />
        </p>
      )}
    </>
  )
}

const Action = ({ next, activityId }: { next: Next; activityId: string }) => {
  const intl = useIntl()
  const { step, why } = next
  const path = pathOf(next, activityId)
  if (!path) return null
  // What this visitor may not do himself he may still look at.
  const own = `enrolment.step.${step}.action` as const
  const label = why === null && hasMessage(intl, own) ? own : 'enrolment.look'
  return (
    <Link className={why === null ? 'button' : 'button quiet'} to={path}>
      <FormattedMessage id={step === 'team' && next.invitations > 0 ? 'enrolment.step.invited.action' : label} />
    </Link>
  )
}

/**
 * The one thing that this visitor does next. The page is the same for everybody until the browser knows; then it takes a place that was kept
 * for it.
 */
export const NextStep = ({ activityId, next, closesAt, isSignedIn, meanwhile }: NextStepProps) => (
  <div className={styles.panel} data-step={next?.step}>
    <div className={styles.words} role="status">
      {next ? <Words next={next} closesAt={closesAt} /> : meanwhile}
    </div>
    <div className={styles.actions}>
      {next && <Action next={next} activityId={activityId} />}
      {next?.isUpcoming && <OpeningWish activityId={activityId} next={next} isSignedIn={isSignedIn} />}
      {next?.step === 'team' && (
        <Link
          className="button quiet"
          to={next.invitations > 0 ? `/account/Team/Create/${activityId}` : '/account/Team/Add'}
        >
          <FormattedMessage id={next.invitations > 0 ? 'enrolment.step.team.action' : 'enrolment.step.team.join'} />
        </Link>
      )}
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
