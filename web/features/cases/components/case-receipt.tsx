import type { ObjectionReceipt } from '@lectern/contract/cases/cases.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { casePath } from '../case-address.ts'
import styles from './cases.module.css'

/** What tells that the case was received. */
export const CaseReceipt = ({ receipt, timeZone }: { receipt: ObjectionReceipt; timeZone: string | undefined }) => (
  <Notice kind="done">
    <h2>
      <FormattedMessage id="case.receipt.title" />
    </h2>
    <p>
      <FormattedMessage id="case.receipt.number" />
    </p>
    <p className={styles.number} translate="no">
      <strong>{receipt.number}</strong>
    </p>
    <p>
      <FormattedMessage
        id="case.receipt.about"
        values={{
          received: <DateTime key="received" value={receipt.receivedAt} exact timeZone={timeZone} />,
          answerBy: <DateTime key="answer" value={receipt.answerBy} exact timeZone={timeZone} />,
        }}
      />
    </p>
    <p>
      <Link className="button" to={casePath(receipt.id)}>
        <FormattedMessage id="case.receipt.open" />
      </Link>
    </p>
  </Notice>
)
