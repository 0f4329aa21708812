import type { MyListedCase } from '@lectern/contract/cases/cases.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { DueLine } from '../../competition/components/due-line.tsx'
import { casePath } from '../case-address.ts'
import { CaseStateMark } from './case-state.tsx'
import { ReceivedTime } from './received-time.tsx'
import styles from './cases.module.css'

export const CaseCard = ({ contestCase }: { contestCase: MyListedCase }) => {
  const { id, number, kind, side, state, activity, answerBy, statementBy, timeZone } = contestCase
  return (
    <article className={styles.card}>
      <p className={styles.place}>
        <CaseStateMark state={state} />
        <span translate="no">{number}</span>
        <FormattedMessage id={`case.role.${kind}.${side}`} />
      </p>
      <h2>
        <Link to={casePath(id)}>{activity}</Link>
      </h2>
      <p className="muted small">
        <FormattedMessage
          id="case.receivedAt"
          values={{ moment: <ReceivedTime key="at" contestCase={contestCase} /> }}
        />
      </p>
      {statementBy !== null && (
        <>
          <p>
            <FormattedMessage id="case.statement.wanted" />
          </p>
          <p className={styles.due}>
            <DueLine due={statementBy} timeZone={timeZone} />
          </p>
        </>
      )}
      {statementBy === null && answerBy !== null && (
        <p className="muted small">
          <FormattedMessage
            id="case.answerBy"
            values={{ moment: <DateTime key="by" value={answerBy} exact timeZone={timeZone} /> }}
          />
        </p>
      )}
    </article>
  )
}
