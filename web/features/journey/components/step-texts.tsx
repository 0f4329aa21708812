import type { JourneyStep } from '@lectern/contract/journey.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

// Every screen tells a next step with these: which step there is, and where it leads, the server says.

/** How it stands. Nothing where only the reason why it goes no further counts. */
export const StepText = ({ next: { step, turn, values } }: { next: JourneyStep }) =>
  step === 'refused' ? null : (
    <FormattedMessage id={turn === 'others' ? `journey.others.${step}` : `journey.${step}`} values={values} />
  )

/** Until when something can be done. */
export const StepUntil = ({ until, timeZone }: { until: string; timeZone: string }) => (
  <FormattedMessage
    id="journey.until"
    values={{ moment: <DateTime key="until" value={until} exact timeZone={timeZone} /> }}
  />
)

/** Whether this person can take the step; otherwise they can look. */
const canTake = ({ turn, why }: JourneyStep): boolean => turn !== 'others' && why === null

interface StepLinkProps {
  next: JourneyStep
  /** The page on which it stands: a link to it would lead nowhere. */
  here?: string
  isQuiet?: boolean
}

export const StepLink = ({ next, here, isQuiet = !canTake(next) }: StepLinkProps) =>
  next.link === here ? null : (
    <Link className={isQuiet ? 'button quiet' : 'button'} to={next.link}>
      <FormattedMessage id={canTake(next) ? `journey.${next.step}.action` : 'journey.look'} />
    </Link>
  )
