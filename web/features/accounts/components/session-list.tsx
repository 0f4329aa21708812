import { useRef, useState } from 'react'
import { endOtherSessions, endSession, listSessions, type SessionInfo } from '@lectern/contract/sign-in/sign-in.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { OwnAccount } from '../own-account.ts'
import { useCaughtFocus } from '../use-caught-focus.ts'
import { useLoad } from '../use-load.ts'
import { Loading } from './loading.tsx'
import { Row, Section } from './section.tsx'
import styles from './settings.module.css'

const useDeviceName = () => {
  const intl = useIntl()
  return ({ browser, system }: SessionInfo): string =>
    [browser, system].filter(Boolean).join(' · ') || intl.formatMessage({ id: 'settings.unknownDevice' })
}

const SessionFacts = ({ session }: { session: SessionInfo }) => (
  <>
    <p>
      <FormattedMessage id="settings.sessionAddress" values={{ address: session.address }} />
    </p>
    <p>
      <FormattedMessage
        id="settings.signedInAt"
        values={{ moment: <DateTime key="moment" value={session.createdAt} exact /> }}
      />
    </p>
    {!session.current && (
      <p>
        <FormattedMessage
          id="settings.seenAt"
          values={{ moment: <DateTime key="moment" value={session.seenAt} exact /> }}
        />
      </p>
    )}
  </>
)

type Ending = SessionInfo | 'others'

/** The user's sessions, with buttons to end them. */
export const SessionList = ({ account: { client } }: { account: OwnAccount }) => {
  const intl = useIntl()
  const nameOf = useDeviceName()
  const rows = useRef<HTMLDivElement>(null)
  const sessions = useLoad(() => client(listSessions, {}, { inPlaceSignIn: true }))
  const [ending, setEnding] = useState<Ending>()
  const [ended, setEnded] = useState<number>()
  const list = sessions.data?.list
  useCaughtFocus(ending !== undefined, rows)
  const others = list?.filter(({ current }) => !current) ?? []

  const end = async (): Promise<void> => {
    if (ending === 'others') {
      const answer = await client(endOtherSessions, {}, { inPlaceSignIn: true })
      setEnded(answer.ended)
    } else {
      await client(endSession, { params: { id: ending!.id } }, { inPlaceSignIn: true })
      setEnded(1)
    }
    await sessions.reload()
  }

  return (
    <Section
      title={<FormattedMessage id="settings.sessions" />}
      about={<FormattedMessage id="settings.sessionsAbout" />}
    >
      {list ? (
        <div ref={rows} className={styles.rows} tabIndex={-1}>
          {list.map((session) => (
            <Row
              key={session.id}
              name={
                <>
                  {nameOf(session)}
                  {session.current && (
                    <span className={styles.badge}>
                      <FormattedMessage id="settings.thisDevice" />
                    </span>
                  )}
                </>
              }
              value={<SessionFacts session={session} />}
            >
              {!session.current && (
                <button type="button" className="button quiet" onClick={() => setEnding(session)}>
                  <FormattedMessage id="settings.end" /> <span className="visually-hidden">{nameOf(session)}</span>
                </button>
              )}
            </Row>
          ))}
        </div>
      ) : (
        <Loading {...sessions} />
      )}
      <p className={styles.status} role="status">
        {ended !== undefined && <FormattedMessage id="settings.ended" values={{ ended }} />}
      </p>
      {others.length > 0 && (
        <div className={styles.buttons}>
          <button type="button" className="button quiet" onClick={() => setEnding('others')}>
            <FormattedMessage id="settings.endOthers" />
          </button>
        </div>
      )}
      <ConfirmDialog
        open={ending !== undefined}
        title={<FormattedMessage id={ending === 'others' ? 'settings.endOthers' : 'settings.endTitle'} />}
        object={
          ending === undefined || ending === 'others'
            ? intl.formatMessage({ id: 'settings.otherDevices' }, { others: others.length })
            : nameOf(ending)
        }
        action={<FormattedMessage id="settings.end" />}
        danger
        onConfirm={end}
        onClose={() => setEnding(undefined)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="settings.endAbout" />
        </p>
      </ConfirmDialog>
    </Section>
  )
}
