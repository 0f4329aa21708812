import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { entryMarks } from '@lectern/contract/recommendations/recommendation-values.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import { useState } from 'react'
import { remindTeams, type ListedEntry } from '@lectern/contract/recommendations/recommendations.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { Choices } from '../../../ui/choices.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { listPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'

export type EntryPage = AnswerOf<typeof contract.listRecommendationEntries>

interface EntryListProps {
  client: Client
  place: { institution: string; activity: string }
  entries: EntryPage
  query: { mark?: string | undefined; search?: string | undefined }
  timeZone: string
  /** Entries that are in the list by now, saved or not. */
  listed: ReadonlySet<string>
  /** All places are used. */
  isFull: boolean
  /** Null: they cannot be added now. */
  onAdd: ((entry: string) => void) | null
  onReminded: () => void
}

/** What an entry is still missing. */
const Missing = ({ entry }: { entry: ListedEntry }) => {
  const { t } = useRecommendationText()
  const { mark, work, missingParts, remindedAt } = entry
  if (mark === 'ready' || mark === 'listed') return null
  return (
    <p className={`small ${styles.warning}`}>
      {mark === 'change' ? t('entry.change') : t(work ? 'entry.workUnsubmitted' : 'entry.unsubmitted')}
      {missingParts > 0 && ` ${t('entry.missingParts', { count: missingParts })}`}
      {remindedAt !== null && (
        <span className="muted">
          {' '}
          <FormattedMessage
            id="recommendation.entry.reminded"
            values={{ moment: <DateTime key="at" value={remindedAt} exact="here" /> }}
          />
        </span>
      )}
    </p>
  )
}

/** The entries of the institution, and which of them are not in the list yet. */
export const EntryList = (props: EntryListProps) => {
  const { client, place, entries, query, timeZone, listed, isFull, onAdd, onReminded } = props
  const { t } = useRecommendationText()
  const [keyOf] = useState(createKeys)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  const { counts, whyNotRemind } = entries
  const total = entryMarks.reduce((sum, mark) => sum + (counts[mark] ?? 0), 0)
  const toRemind = (counts.unsubmitted ?? 0) + (counts.change ?? 0)

  const remind = async (only?: ListedEntry): Promise<void> => {
    if (busy) return
    setBusy(true)
    const body = only ? { entries: [only.id] } : {}
    const headers = { 'Idempotency-Key': keyOf([place, body, Math.floor(Date.now() / 60_000)]) }
    await client(remindTeams, { params: place, body }, { headers, inPlaceSignIn: true }).then(
      (answer) => {
        setOutcome(t('remind.done', answer))
        onReminded()
      },
      // The request has shown the reason.
      () => undefined,
    )
    setBusy(false)
  }
  return (
    <section className={styles.section} aria-labelledby="entries">
      <h2 id="entries">{t('entries')}</h2>
      <div className={styles.tools}>
        <Choices
          label={t('entries.filter')}
          current={listPath({ ...place, mark: query.mark })}
          choices={[
            { to: listPath(place), label: t('entries.all', { count: total }) },
            ...entryMarks.map((mark) => ({
              to: listPath({ ...place, mark }),
              label: t(`mark.${mark}`, { count: counts[mark] ?? 0 }),
            })),
          ]}
        />
        <SearchBox
          to="/Institution"
          search={query.search}
          label={t('entries.search')}
          button={t('search')}
          keptParameters={{ ...place, mark: query.mark }}
        />
      </div>
      {isFull && onAdd && <p className="muted">{t('quota.full')}</p>}
      {toRemind > 0 &&
        (whyNotRemind === null ? (
          <p>
            <button
              type="button"
              className="button quiet"
              aria-disabled={busy || undefined}
              onClick={() => void remind()}
            >
              {t('remind.all', { count: toRemind })}
            </button>
          </p>
        ) : (
          <p className="muted small">{whyNotRemind}</p>
        ))}
      <p role="status" className={outcome ? 'small' : 'visually-hidden'}>
        {outcome}
      </p>
      {entries.list.length === 0 ? (
        <EmptyState title={t(total === 0 ? 'entries.none' : 'entries.noneFound')}>
          {total === 0 && t('entries.none.about')}
        </EmptyState>
      ) : (
        <ul className={styles.entries}>
          {entries.list.map((entry) => {
            const { id, number, team, work, captain, institution, rankBelow, whyNotAdd, mark } = entry
            const name = work?.title.trim() || team.name
            const isListed = listed.has(id)
            return (
              <li key={id}>
                <div className="stack gap-4 break-anywhere">
                  <p className="strong">
                    <bdi>{name}</bdi>
                  </p>
                  <p className={styles.place}>
                    {number !== null && <span translate="no">{number}</span>}
                    {work?.title.trim() && <bdi>{team.name}</bdi>}
                    {captain !== null && <bdi>{captain}</bdi>}
                    {institution !== null && institution.id !== place.institution && (
                      <>
                        <bdi>{institution.name}</bdi>
                        {rankBelow !== null && <span>{t('rankBelow', { rank: rankBelow })}</span>}
                      </>
                    )}
                    {entry.submittedAt !== null && (
                      <span>
                        <FormattedMessage
                          id="recommendation.entry.submittedAt"
                          values={{
                            moment: <DateTime key="at" value={entry.submittedAt} exact="here" timeZone={timeZone} />,
                          }}
                        />
                      </span>
                    )}
                  </p>
                  <Missing entry={entry} />
                  {!isListed && onAdd && mark === 'ready' && whyNotAdd !== null && !isFull && (
                    <p className="muted small">{whyNotAdd}</p>
                  )}
                </div>
                <div className="row gap-8">
                  {isListed && <span className="muted small">{t('entry.listed')}</span>}
                  {!isListed && onAdd && whyNotAdd === null && !isFull && (
                    <button type="button" className="button quiet" onClick={() => onAdd(id)}>
                      {t('entry.add')}
                      <span className="visually-hidden"> {name}</span>
                    </button>
                  )}
                  {(mark === 'unsubmitted' || mark === 'change') && whyNotRemind === null && (
                    <button
                      type="button"
                      className="button quiet"
                      aria-disabled={busy || undefined}
                      onClick={() => void remind(entry)}
                    >
                      {t('remind')}
                      <span className="visually-hidden"> {name}</span>
                    </button>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <Pagination
        page={entries.page}
        pageSize={entries.pageSize}
        total={entries.total}
        pathOf={(page) => listPath({ ...place, ...query, page: page > 1 ? String(page) : undefined })}
      />
    </section>
  )
}
