import {
  listTeamRecommendations,
  type TeamRecommendation,
} from '@lectern/contract/recommendations/team-recommendation.ts'
import { useEffect, useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './entry-standing.module.css'

/** The level that has the entry; nobody below the nation any more: the organisers. */
const Place = ({ entry: { standing, level, institution } }: { entry: TeamRecommendation }) => {
  const values = { institution: institution ?? 'none' }
  if (standing === 'with') return <FormattedMessage id={`entryStanding.with.${level ?? 'nation'}`} values={values} />
  if (standing === 'change')
    return <FormattedMessage id={`entryStanding.change.${level === null ? 'nation' : 'province'}`} values={values} />
  return <FormattedMessage id={`entryStanding.${standing}`} values={values} />
}

type FactsProps = { entry: TeamRecommendation } & Required<Pick<EntryStandingProps, 'isReasonShown' | 'shownUntil'>>

const Facts = ({ entry, isReasonShown, shownUntil }: FactsProps) => {
  const { standing, until, timeZone, reason, contact } = entry
  return (
    <>
      <p className="strong">
        <Place entry={entry} />
      </p>
      {until !== null && until !== shownUntil && (
        <p className={standing === 'change' ? styles.due : 'muted'}>
          <FormattedMessage
            id={standing === 'change' ? 'entryStanding.changeBy' : 'entryStanding.until'}
            values={{ moment: <DateTime key="until" value={until} exact timeZone={timeZone} /> }}
          />
        </p>
      )}
      {reason !== null && !isReasonShown && <p className="pre-line">{reason}</p>}
      {contact && (
        <p className="muted small">
          <FormattedMessage
            id="entryStanding.contact"
            values={{
              name:
                contact.email === null ? (
                  <bdi key="name">{contact.name}</bdi>
                ) : (
                  <span key="name">
                    <bdi>{contact.name}</bdi> <a href={`mailto:${contact.email}`}>{contact.email}</a>
                  </span>
                ),
            }}
          />
        </p>
      )}
    </>
  )
}

interface EntryStandingProps {
  client: Client
  teamId: string
  /** The reason of a return is elsewhere on the page. */
  isReasonShown?: boolean
  /** The date that is elsewhere on the page: it is not repeated. */
  shownUntil?: string | null
}

/** Where a team's entry stands with its institutions; nothing in activities without levels. */
export const EntryStanding = ({ client, teamId, isReasonShown = false, shownUntil = null }: EntryStandingProps) => {
  const intl = useIntl()
  const [entry, setEntry] = useState<TeamRecommendation>()
  useEffect(() => {
    let isWanted = true
    client(listTeamRecommendations, undefined, { skipErrorHandler: true }).then(
      ({ list }) => isWanted && setEntry(list.find((each) => each.teamId === teamId)),
      // Then the next step says what matters.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [client, teamId])
  if (!entry) return null
  return (
    <section
      className={`stack gap-4 ${styles.standing}`}
      aria-label={intl.formatMessage({ id: 'entryStanding.title' })}
    >
      <p className="muted small">
        <FormattedMessage id="entryStanding.title" />
      </p>
      <Facts entry={entry} isReasonShown={isReasonShown} shownUntil={shownUntil} />
    </section>
  )
}
