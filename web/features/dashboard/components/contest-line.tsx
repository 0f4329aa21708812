import { isOfOffice } from '@lectern/contract/dashboard/contest-line-values.ts'
import type { ContestLine, LineStage } from '@lectern/contract/dashboard/contest-lines.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Moment } from '../../../ui/moment.tsx'
import styles from './contest-line.module.css'

const Counts = ({ counts }: Pick<LineStage, 'counts'>) => (
  <span className={styles.counts}>
    {counts
      .filter(({ count, of }) => count > 0 || (of ?? 0) > 0)
      .map(({ name, count, of, link }) => {
        const text = <FormattedMessage id={`office.line.count.${name}`} values={{ count, of: of ?? 0 }} />
        return link === null ? (
          <span key={name}>{text}</span>
        ) : (
          <Link key={name} to={link}>
            {text}
          </Link>
        )
      })}
  </span>
)

interface NextProps {
  next: NonNullable<LineStage['next']>
  timeZone: string
}

const Next = ({ next: { step, who, until, link }, timeZone }: NextProps) => {
  const intl = useIntl()
  return (
    <p className={styles.next} data-office={isOfOffice(who) || undefined}>
      <Link to={link}>
        <FormattedMessage id={`office.line.step.${step}`} />
      </Link>
      {who !== null && (
        <span>
          <FormattedMessage
            id="office.line.by"
            values={{ who: intl.formatMessage({ id: `office.line.who.${who}` }) }}
          />
        </span>
      )}
      {until !== null && (
        <span>
          {/* What comes by itself has a date and no deadline. */}
          {who === null ? (
            <Moment value={until} timeZone={timeZone} />
          ) : (
            <FormattedMessage
              id="office.line.until"
              values={{ moment: <Moment key="until" value={until} timeZone={timeZone} /> }}
            />
          )}
        </span>
      )}
    </p>
  )
}

interface ContestLineViewProps {
  line: ContestLine
  timeZone: string
  /** Beside other lines each has a heading. */
  hasHeading: boolean
}

/** One activity from enrolment to certificates: where it stands, and what comes next. */
export const ContestLineView = ({ line, timeZone, hasHeading }: ContestLineViewProps) => {
  const intl = useIntl()
  const next = line.stages.find(({ stage }) => stage === line.current)?.next
  return (
    <div className={styles.line}>
      <div className={styles.head}>
        {hasHeading && (
          <h3 lang={line.locale}>
            <Link to={`/Admin/Activity/Edit?id=${line.id}`}>{line.name}</Link>
          </h3>
        )}
        {next ? (
          <Next next={next} timeZone={timeZone} />
        ) : (
          <p className="muted">{intl.formatMessage({ id: 'office.line.allDone' })}</p>
        )}
      </div>
      <ol className={styles.stages}>
        {line.stages.map(({ stage, standing, counts }) => (
          <li key={stage} data-standing={standing} aria-current={stage === line.current ? 'step' : undefined}>
            <strong>
              <FormattedMessage id={`office.line.stage.${stage}`} />
            </strong>
            <span className={styles.standing}>
              <FormattedMessage id={`office.line.standing.${standing}`} />
            </span>
            <Counts counts={counts} />
          </li>
        ))}
      </ol>
    </div>
  )
}
