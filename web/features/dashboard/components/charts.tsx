import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './charts.module.css'

interface Point {
  key: string
  label: string
  count: number
  /** The max; absent or null: unlimited. */
  capacity?: number | null
  /** Link to the counted list. */
  to?: string
}

interface ChartProps {
  title: string
  /** Label of the number column. */
  unit: string
  /** Heading of the first column. */
  head: string
  points: readonly Point[]
}

/** The numbers of a chart as a table; each links to its list. */
const Numbers = ({ head, unit, points }: Omit<ChartProps, 'title'>) => {
  const intl = useIntl()
  return (
    <details className={styles.numbers}>
      <summary>
        <FormattedMessage id="office.dashboard.numbers" />
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ key, label, count, to }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{to && count > 0 ? <Link to={to}>{intl.formatNumber(count)}</Link> : intl.formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.panel} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const height = 100

/** A column chart with one column per day. Few days have no wider columns than ten. */
export const Columns = ({ title, unit, head, points }: ChartProps) => {
  const intl = useIntl()
  const most = Math.max(0, ...points.map(({ count }) => count))
  const total = points.reduce((sum, { count }) => sum + count, 0)
  const width = Math.min(8, points.length)
  const [first, last] = [points[0], points.at(-1)]
  return (
    <Panel title={title}>
      <p className={styles.summary}>
        <FormattedMessage id="office.dashboard.daysSummary" values={{ total, most }} />
      </p>
      <svg
        className={styles.columns}
        viewBox={`0 0 ${points.length * 10} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={intl.formatMessage({ id: 'office.dashboard.daysSummary' }, { total, most })}
      >
        <line x1="0" x2={points.length * 10} y1={height - 0.5} y2={height - 0.5} className={styles.ground} />
        {points.map(({ key, label, count }, index) => {
          const tall = (count / Math.max(1, most)) * (height - 4)
          return (
            <rect
              key={key}
              x={index * 10 + 5 - width / 2}
              y={height - tall}
              width={width}
              height={tall}
              className={styles.bar}
            >
              <title>{`${label}: ${intl.formatNumber(count)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{first?.label}</span>
        <span>{last !== first && last?.label}</span>
      </p>
      <Numbers head={head} unit={unit} points={points.toReversed()} />
    </Panel>
  )
}

/** Filled share of a bar in percent, at most 100. */
const shareOf = (count: number, whole: number): number => Math.min(100, (count / Math.max(1, whole)) * 100)

/**
 * A bar chart. Bars are relative to their capacity, or else share one scale. Only the first dozen are drawn; the rest
 * is in the table.
 */
export const Bars = ({
  title,
  unit,
  head,
  points,
  empty,
  summary,
}: ChartProps & { empty: string; summary?: string }) => {
  const intl = useIntl()
  const most = Math.max(1, ...points.map(({ count }) => count))
  if (points.length === 0)
    return (
      <Panel title={title}>
        <p className={styles.summary}>{empty}</p>
      </Panel>
    )
  return (
    <Panel title={title}>
      {summary && <p className={styles.summary}>{summary}</p>}
      <ul className={`stack gap-8 ${styles.bars}`}>
        {points.slice(0, 12).map(({ key, label, count, capacity, to }) => (
          <li key={key}>
            <span className={`small break-anywhere ${styles.name}`}>{label}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect x="0" y="0" width={shareOf(count, capacity ?? most)} height="8" className={styles.bar} />
            </svg>
            <span className={styles.count}>
              {to && count > 0 ? <Link to={to}>{intl.formatNumber(count)}</Link> : intl.formatNumber(count)}
              {typeof capacity === 'number' && ` / ${intl.formatNumber(capacity)}`}
            </span>
          </li>
        ))}
      </ul>
      <Numbers head={head} unit={unit} points={points} />
    </Panel>
  )
}
