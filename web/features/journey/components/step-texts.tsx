import type { JourneyStep } from '@lectern/contract/journey/journey.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, hasMessage, useIntl } from '../../../ui/intl.tsx'

// Texts of a next step, shared by all screens. The server decides the step and its link.

/** Describes the step. Empty if only the reason for not continuing matters. */
export const StepText = ({ next: { step, turn, values } }: { next: JourneyStep }) => {
  const intl = useIntl()
  const id = turn === 'others' ? (`journey.others.${step}` as const) : (`journey.${step}` as const)
  return hasMessage(intl, id) ? <FormattedMessage id={id} values={values} /> : null
}

/** The deadline of the step. */
export const StepUntil = ({ until, timeZone }: { until: string; timeZone: string }) => (
  <FormattedMessage
    id="journey.until"
    values={{ moment: <DateTime key="until" value={until} exact timeZone={timeZone} /> }}
  />
)

/** Whether this user can take the step; otherwise they can only view it. */
const canTake = ({ turn, why }: JourneyStep): boolean => turn !== 'others' && why === null

interface StepLinkProps {
  next: JourneyStep
  /** The current page: no link to itself. */
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
