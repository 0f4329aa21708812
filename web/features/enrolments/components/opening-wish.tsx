import { wishForOpening, dropOpeningWish } from '@lectern/contract/enrolments/enrolments.ts'
import { useState } from 'react'
import type { NextStep } from '@lectern/contract/journey/journey.ts'
import { Link } from '../../../router/link.tsx'
import { useRouter } from '../../../router/router-context.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './opening-wish.module.css'

interface OpeningWishProps {
  activityId: string
  next: NextStep
  isSignedIn: boolean
}

/** "Remind me" for an activity that is not open yet; visitors are sent to the sign-in page and back. */
export const OpeningWish = ({ activityId, next, isSignedIn }: OpeningWishProps) => {
  const { client } = useRouter()
  const [chosen, setChosen] = useState<boolean>()
  const [busy, setBusy] = useState(false)
  const isRequested = chosen ?? next.wantsToKnow
  if (!isSignedIn)
    return (
      <Link className="button" to={`/account/Login?redirect=${encodeURIComponent(`/EnrollFor/${activityId}`)}`}>
        <FormattedMessage id="enrolment.opening.wish" />
      </Link>
    )
  const change = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await client(
        isRequested ? dropOpeningWish : wishForOpening,
        { params: { id: activityId } },
        { inPlaceSignIn: true },
      )
      setChosen(!isRequested)
    } catch {
      // The request has shown the reason.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className={isRequested ? 'button quiet' : 'button'}
        aria-busy={busy}
        onClick={() => void change()}
      >
        <FormattedMessage id={isRequested ? 'enrolment.opening.drop' : 'enrolment.opening.wish'} />
      </button>
      <p className={styles.told} role="status">
        {isRequested && <FormattedMessage id="enrolment.opening.wished" />}
      </p>
    </>
  )
}
