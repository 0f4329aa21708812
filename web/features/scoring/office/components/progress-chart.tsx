import { FormattedMessage } from '../../../../ui/intl.tsx'
import type { ProgressDay } from '../finished-days.ts'
import { useScoringWords } from '../scoring-words.ts'
import styles from './progress-chart.module.css'

interface ProgressChartProps {
  days: readonly ProgressDay[]
  done: number
  /** All sheets. */
  all: number
  today: string
}

const [width, height] = [1_000, 100]

/** Of one day alone, too. */
const widestBar = width / 10

/** How many sheets were submitted by each day of the round, against an even pace. */
export const ProgressChart = ({ days, done, all, today }: ProgressChartProps) => {
  const { t, intl } = useScoringWords()
  const title = t('byDay')
  const slot = width / Math.max(1, days.length)
  const bar = Math.min(slot * 0.8, widestBar)
  const most = Math.max(1, all, done)
  const tallOf = (count: number): number => (count / most) * height
  const labelOf = (day: string): string => intl.formatMoment(day, 'axisDay', 'UTC')
  const expectedToday = days.find(({ day }) => day === today)?.expected ?? null
  const summary =
    expectedToday === null
      ? t('chart.total', { done, all })
      : t('chart.pace', { done, all, expected: Math.round(expectedToday) })
  // The line begins at nothing, on the morning of the first day.
  const first = days.findIndex(({ expected }) => (expected ?? 0) > 0)
  const line = [
    [first * slot, 0] as const,
    ...days.flatMap(({ expected }, index) =>
      index < first || expected === null ? [] : [[(index + 1) * slot, expected] as const],
    ),
  ]
  const middle = days.length > 4 ? days[Math.floor((days.length - 1) / 2)] : undefined
  const ends = [days[0], middle, days.length > 1 ? days.at(-1) : undefined].flatMap((each) => each ?? [])
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.summary}>{summary}</p>
      {days.length > 0 && (
        <>
          <div className={styles.plot}>
            <span className={styles.most} aria-hidden="true">
              {intl.formatNumber(most)}
            </span>
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
              {days.map(({ day, finished, total }, index) => {
                if (total === null) return null
                const x = index * slot + (slot - bar) / 2
                const [before, own] = [tallOf(total - finished), tallOf(finished)]
                return (
                  <g key={day}>
                    <title>{t('chart.day', { day: labelOf(day), finished, total })}</title>
                    <rect x={x} y={height - before} width={bar} height={before} className={styles.before} />
                    <rect x={x} y={height - before - own} width={bar} height={own} className={styles.own} />
                  </g>
                )
              })}
              {first >= 0 && (
                <polyline
                  points={line.map(([x, expected]) => `${x},${height - tallOf(expected)}`).join(' ')}
                  className={styles.expected}
                />
              )}
            </svg>
          </div>
          <p className={days.length > 1 ? styles.ends : styles.single} aria-hidden="true">
            {ends.map(({ day }) => (
              <span key={day}>{labelOf(day)}</span>
            ))}
          </p>
          <ul className={styles.legend} aria-hidden="true">
            <li className={styles.ownKey}>{t('chart.own')}</li>
            <li className={styles.beforeKey}>{t('chart.before')}</li>
            {first >= 0 && <li className={styles.expectedKey}>{t('chart.expected')}</li>}
          </ul>
          <details className={styles.numbers}>
            <summary>
              <FormattedMessage id="office.dashboard.numbers" />
            </summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">
                    <FormattedMessage id="office.dashboard.day" />
                  </th>
                  <th scope="col">{t('sheets')}</th>
                  <th scope="col">{t('chart.all')}</th>
                  {first >= 0 && <th scope="col">{t('chart.expected')}</th>}
                </tr>
              </thead>
              <tbody>
                {days
                  .flatMap((each) => (each.total === null ? [] : [{ ...each, total: each.total }]))
                  .toReversed()
                  .map(({ day, finished, total, expected }) => (
                    <tr key={day}>
                      <th scope="row">{labelOf(day)}</th>
                      <td>{intl.formatNumber(finished)}</td>
                      <td>{intl.formatNumber(total)}</td>
                      {first >= 0 && <td>{intl.formatNumber(Math.round(expected ?? 0))}</td>}
                    </tr>
                  ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  )
}
