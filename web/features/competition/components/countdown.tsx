import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { timeLeft, type Unit } from '../time-left.ts'
import { useMillisecondsLeft } from '../use-milliseconds-left.ts'
import styles from './countdown.module.css'

const units: readonly Unit[] = ['day', 'hour', 'minute', 'second']

/** Countdown by the server's clock. Its space is reserved until the time is known; hidden without JavaScript. */
export const Countdown = ({ until }: { until: string }) => {
  const intl = useIntl()
  const left = useMillisecondsLeft(until)
  if (left !== undefined && left <= 0)
    return (
      <p className="strong">
        <FormattedMessage id="deadline.passed" />
      </p>
    )
  const parts = timeLeft(left ?? 0)
  const unitOf = (unit: Unit): string =>
    intl
      .formatNumberToParts(parts[unit], { style: 'unit', unit, unitDisplay: 'short' })
      .filter(({ type }) => type === 'unit')
      .map(({ value }) => value)
      .join('')
  return (
    <div
      className={`print-hidden script-only ${styles.countdown}`}
      role="timer"
      aria-label={intl.formatMessage({ id: 'deadline.left' })}
      data-known={left !== undefined || undefined}
    >
      {units.map((unit) => (
        <span key={unit} className={styles.part}>
          <span className={styles.number}>{String(parts[unit]).padStart(2, '0')}</span>{' '}
          <span className={styles.unit}>{unitOf(unit)}</span>
        </span>
      ))}
    </div>
  )
}
