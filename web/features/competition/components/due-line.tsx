import { useState } from 'react'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { timeLeft, type Unit } from '../time-left.ts'
import { useMillisecondsLeft } from '../use-milliseconds-left.ts'
import styles from './due-line.module.css'

interface DueLineProps {
  due: string
  timeZone: string
}

/** The two largest units: days and hours, hours and minutes, or minutes and seconds. */
const unitsOf = (milliseconds: number): readonly Unit[] => {
  const { day: days, hour: hours } = timeLeft(milliseconds)
  if (days > 0) return ['day', 'hour']
  return hours > 0 ? ['hour', 'minute'] : ['minute', 'second']
}

/** A deadline and the remaining time in one line. */
export const DueLine = ({ due, timeZone }: DueLineProps) => {
  const intl = useIntl()
  const milliseconds = useMillisecondsLeft(due)
  // Until the server's time is known, an invisible estimate by the browser's clock reserves the space.
  const [guessed] = useState(() => Date.parse(due) - Date.now())
  const left = milliseconds ?? guessed
  const parts = timeLeft(left)
  const rest = unitsOf(left).map((unit) =>
    intl.formatNumber(parts[unit], { style: 'unit', unit, unitDisplay: 'short' }),
  )
  const moment = (
    <time key="due" dateTime={due}>
      {intl.formatMoment(due, 'dayAndTime', timeZone)}
    </time>
  )
  return (
    <>
      <FormattedMessage id="deadline.due" values={{ moment }} />
      <span className={milliseconds === undefined ? styles.unknown : undefined}>
        {' · '}
        {left > 0 ? (
          <FormattedMessage id="deadline.remaining" values={{ time: rest.join(' ') }} />
        ) : (
          <FormattedMessage id="deadline.passed" />
        )}
      </span>
    </>
  )
}
