import { useState } from 'react'
import {
  appealCase,
  giveStatement,
  withdrawCase,
  writeInCase,
  type MyCase,
  type ObjectionReceipt,
} from '@lectern/contract/cases/cases.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DueLine } from '../../competition/components/due-line.tsx'
import { casePath } from '../case-address.ts'
import { CaseFiles } from './case-files.tsx'
import { CaseStateMark } from './case-state.tsx'
import { CaseReceipt } from './case-receipt.tsx'
import { ReceivedTime } from './received-time.tsx'
import styles from './cases.module.css'
import { WriteForm } from './write-form.tsx'

interface CaseViewProps {
  client: Client
  contestCase: MyCase
  owner: string
  onChanged: (next: MyCase) => void
}

const Head = ({ contestCase }: { contestCase: MyCase }) => {
  const { number, kind, side, state, activity, work, answerBy, timeZone, appeal, appealOf } = contestCase
  return (
    <header className={styles.head}>
      <p className={styles.place}>
        <CaseStateMark state={state} />
        <span translate="no">{number}</span>
        <FormattedMessage id={`case.role.${kind}.${side}`} />
      </p>
      <h1>{activity}</h1>
      <p>
        <FormattedMessage id={`case.stateAbout.${state}`} />
      </p>
      <dl className={styles.facts}>
        <dt>
          <FormattedMessage id="case.work" />
        </dt>
        <dd>{work ? `${work.number} · ${work.title}` : <FormattedMessage id="case.work.whole" />}</dd>
        <dt>
          <FormattedMessage id="case.received" />
        </dt>
        <dd>
          <ReceivedTime contestCase={contestCase} />
        </dd>
        {answerBy !== null && (
          <>
            <dt>
              <FormattedMessage id="case.due" />
            </dt>
            <dd>
              <DateTime value={answerBy} exact timeZone={timeZone} />
            </dd>
          </>
        )}
        {appealOf && (
          <>
            <dt>
              <FormattedMessage id="case.appealOf" />
            </dt>
            <dd>
              <Link to={casePath(appealOf.id)}>{appealOf.number}</Link>
            </dd>
          </>
        )}
        {appeal && (
          <>
            <dt>
              <FormattedMessage id="case.appeal" />
            </dt>
            <dd>
              {appeal.id ? <Link to={casePath(appeal.id)}>{appeal.number}</Link> : appeal.number}{' '}
              <CaseStateMark state={appeal.state} />
            </dd>
          </>
        )}
      </dl>
    </header>
  )
}

const Decision = ({ contestCase }: { contestCase: MyCase }) => {
  const { ruling, refusedBecause, timeZone } = contestCase
  if (!ruling && refusedBecause === null) return null
  return (
    <section className={styles.part} aria-labelledby="decision">
      <h2 id="decision">
        <FormattedMessage id={ruling ? 'case.ruling' : 'case.refusal'} />
      </h2>
      <p className="break-anywhere pre-line">{ruling?.text ?? refusedBecause}</p>
      {ruling && (
        <p className="muted small">
          <FormattedMessage id={`case.effect.${ruling.effect}`} /> ·{' '}
          <DateTime value={ruling.at} exact timeZone={timeZone} />
        </p>
      )}
    </section>
  )
}

const Statement = ({ client, contestCase, owner, onChanged }: CaseViewProps) => {
  const { id, substance, statement, statementBy, may, timeZone } = contestCase
  if (substance === null) return null
  return (
    <section className={styles.part} aria-labelledby="statement">
      <h2 id="statement">
        <FormattedMessage id="case.substance" />
      </h2>
      <p className="break-anywhere pre-line">{substance}</p>
      {statementBy !== null && (
        <p className={styles.due}>
          <DueLine due={statementBy} timeZone={timeZone} />
        </p>
      )}
      {statement && (
        <article className={`${styles.card} ${styles.own}`}>
          <h3>
            <FormattedMessage id="case.statement" />
          </h3>
          <p className="break-anywhere pre-line">{statement.text}</p>
          <CaseFiles files={statement.files} />
          <p className="muted small">
            <DateTime value={statement.at} exact timeZone={timeZone} />
          </p>
        </article>
      )}
      {may.state === null && (
        <WriteForm
          what="statement"
          caseId={id}
          owner={owner}
          onSend={async (body, headers) =>
            onChanged(await client(giveStatement, { params: { id }, body }, { headers, inPlaceSignIn: true }))
          }
        />
      )}
    </section>
  )
}

const Messages = ({ client, contestCase, owner, onChanged }: CaseViewProps) => {
  const { id, messages, may, timeZone } = contestCase
  if (messages.length === 0 && may.write !== null) return null
  return (
    <section className={styles.part} aria-labelledby="messages">
      <h2 id="messages">
        <FormattedMessage id="case.messages" />
      </h2>
      {messages.map(({ isOwn, text, at, files }) => (
        <article key={`${at} ${text}`} className={`${styles.card} ${isOwn ? styles.own : ''}`}>
          <p className={styles.place}>
            <FormattedMessage id={isOwn ? 'case.from.you' : 'case.from.arbiters'} />
            <DateTime value={at} exact timeZone={timeZone} />
          </p>
          <p className="break-anywhere pre-line">{text}</p>
          <CaseFiles files={files} />
        </article>
      ))}
      {may.write === null && (
        <WriteForm
          what="message"
          caseId={id}
          owner={owner}
          onSend={async (body, headers) =>
            onChanged(await client(writeInCase, { params: { id }, body }, { headers, inPlaceSignIn: true }))
          }
        />
      )}
    </section>
  )
}

const Appeal = ({ client, contestCase, owner }: Omit<CaseViewProps, 'onChanged'>) => {
  const [receipt, setReceipt] = useState<ObjectionReceipt>()
  const { id, may, appealUntil, timeZone } = contestCase
  if (receipt) return <CaseReceipt receipt={receipt} timeZone={timeZone} />
  if (may.appeal !== null || appealUntil === null) return null
  return (
    <section className={styles.part} aria-labelledby="appeal">
      <h2 id="appeal">
        <FormattedMessage id="case.appeal.title" />
      </h2>
      <p>
        <FormattedMessage id="case.appeal.about" />
      </p>
      <p className={styles.due}>
        <DueLine due={appealUntil} timeZone={timeZone} />
      </p>
      <WriteForm
        what="appeal"
        caseId={id}
        owner={owner}
        onSend={async (body, headers) =>
          setReceipt(await client(appealCase, { params: { id }, body }, { headers, inPlaceSignIn: true }))
        }
      />
    </section>
  )
}

const Withdrawal = ({ client, contestCase, onChanged }: Omit<CaseViewProps, 'owner'>) => {
  const [isAsked, setAsked] = useState(false)
  const { id, version, number, may } = contestCase
  if (may.withdraw !== null) return null
  return (
    <section className={styles.part} aria-labelledby="withdrawal">
      <h2 id="withdrawal">
        <FormattedMessage id="case.withdraw" />
      </h2>
      <p className="muted small">
        <FormattedMessage id="case.withdraw.about" />
      </p>
      <p>
        <button type="button" className="button quiet" onClick={() => setAsked(true)}>
          <FormattedMessage id="case.withdraw" />
        </button>
      </p>
      <ConfirmDialog
        open={isAsked}
        title={<FormattedMessage id="case.withdraw.title" />}
        object={number}
        action={<FormattedMessage id="case.withdraw" />}
        danger
        onConfirm={async () =>
          onChanged(await client(withdrawCase, { params: { id }, body: { version } }, { inPlaceSignIn: true }))
        }
        onClose={() => setAsked(false)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="case.withdraw.about" />
        </p>
      </ConfirmDialog>
    </section>
  )
}

/** One case as a party sees it. */
export const CaseView = (props: CaseViewProps) => {
  const { contestCase } = props
  return (
    <>
      <Head contestCase={contestCase} />
      <Decision contestCase={contestCase} />
      <Appeal {...props} />
      <Statement {...props} />
      {contestCase.text !== null && (
        <section className={styles.part} aria-labelledby="text">
          <h2 id="text">
            <FormattedMessage id={`case.filed.${contestCase.kind}`} />
          </h2>
          <p className="break-anywhere pre-line">{contestCase.text}</p>
          <CaseFiles files={contestCase.files} />
        </section>
      )}
      {contestCase.side === 'objector' && (
        <Notice>
          <p>
            <FormattedMessage id="case.you.hint" />
          </p>
        </Notice>
      )}
      <Messages {...props} />
      <Withdrawal {...props} />
    </>
  )
}
