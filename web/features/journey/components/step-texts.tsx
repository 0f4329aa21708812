import type { JourneyStep } from '@lectern/contract/journey.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, hasMessage, useIntl } from '../../../ui/intl.tsx'

// Every screen tells a next step with these: which step there is, and where it leads, the server says.

/** How it stands. Nothing where only the reason why it goes no further counts. */
export const StepText = ({ next: { step, turn, values } }: { next: JourneyStep }) => {
  const intl = useIntl()
  const id = turn === 'others' ? (`journey.others.${step}` as const) : (`journey.${step}` as const)
  return hasMessage(intl, id) ? <FormattedMessage id={id} values={values} /> : null
}

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

export const StepLink = ({ next, here, isQuiet = !canTake(next) }: StepLinkProps) => {
  const intl = useIntl()
  if (next.link === here) return null
  const own = `journey.${next.step}.action` as const
  return (
    <Link className={isQuiet ? 'button quiet' : 'button'} to={next.link}>
      <FormattedMessage id={canTake(next) && hasMessage(intl, own) ? own : 'journey.look'} />
    </Link>
  )
}
