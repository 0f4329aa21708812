import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { listStates } from '@lectern/contract/recommendations/recommendation-values.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations-above.ts'
import { remindLate } from '@lectern/contract/recommendations/recommendations-above.ts'
import { useRef, useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { Link } from '../../../router/link.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Moment, useZoned } from '../../../ui/moment.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { belowPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './below.module.css'
import shared from './institution.module.css'
import { ListStateMark } from './list-marks.tsx'

export type ListsBelow = AnswerOf<typeof contract.listListsBelow>

interface BelowListProps {
  client: Client
  institution: string
  activity: string
  lists: ListsBelow
  query: { mark?: string | undefined; state?: string | undefined; search?: string | undefined }
  timeZone: string
  onReminded: () => void
}

/** The schools of a province with their lists; exactly those who are late can be reminded. */
export const BelowList = ({ client, institution, activity, lists, query, timeZone, onReminded }: BelowListProps) => {
  const { t } = useRecommendationText()
  const zoned = useZoned(timeZone)
  const [keyOf] = useState(createKeys)
  /** Pressed again after an answer, it is another request. */
  const reminders = useRef(0)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')
  const { counts, whyNotRemind } = lists
  const place = { institution, activity }
  const total = listStates.reduce((sum, state) => sum + counts[state], 0)
  const waiting = counts.draft + counts.returned

  const remind = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const body = { above: institution as NonNullable<ListsBelow['list'][number]['institution']['id']> }
    const headers = { 'Idempotency-Key': keyOf([place, reminders.current]) }
    await client(remindLate, { params: { activity }, body }, { headers, inPlaceSignIn: true }).then(
      (answer) => {
        reminders.current += 1
        setOutcome(t('remindLate.done', answer))
        onReminded()
      },
      // The request has shown the reason.
      () => undefined,
    )
    setBusy(false)
  }
  return (
    <section className={shared.section}>
      <h2 id="schools">{t('below.schools')}</h2>
      <div className={shared.tools}>
        <Choices
          label={t('below.filter')}
          current={belowPath({ ...place, mark: query.mark, state: query.state })}
          choices={[
            { to: belowPath(place), label: t('below.all', { count: total }) },
            { to: belowPath({ ...place, mark: 'late' }), label: t('below.late', { count: counts.late }) },
            ...listStates.map((state) => ({
              to: belowPath({ ...place, state }),
              label: t(`below.state.${state}`, { count: counts[state] }),
            })),
          ]}
        />
        <SearchBox
          to="/Institution/Below"
          search={query.search}
          label={t('below.search')}
          button={t('search')}
          keptParameters={{ ...place, mark: query.mark, state: query.state }}
        />
      </div>
      {waiting > 0 &&
        (whyNotRemind === null ? (
          <div className="stack gap-4">
            <p>
              <button
                type="button"
                className="button quiet"
                aria-disabled={isBusy || undefined}
                onClick={() => void remind()}
              >
                {t('remindLate')}
              </button>
            </p>
            <p className="muted small">{t('remindLate.about')}</p>
          </div>
        ) : (
          <p className="muted small">{whyNotRemind}</p>
        ))}
      <p role="status" className={outcome ? 'small strong' : 'visually-hidden'}>
        {outcome}
      </p>
      {lists.list.length === 0 ? (
        <EmptyState title={t(total === 0 ? 'below.none' : 'below.noneFound')}>
          {total === 0 && t('below.none.about')}
        </EmptyState>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
        <div className={styles.scroll} role="region" aria-labelledby="schools" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('column.school')}</th>
                <th scope="col">{t('column.state')}</th>
                <th scope="col" data-number>
                  {t('column.recommended')}
                </th>
                <th scope="col">{zoned(t('column.handedInAt'))}</th>
                <th scope="col">{t('column.officers')}</th>
              </tr>
            </thead>
            <tbody>
              {lists.list.map((list) => (
                <tr key={list.institution.id}>
                  <th scope="row">
                    <Link to={belowPath({ ...place, school: list.institution.id })}>{list.institution.name}</Link>
                  </th>
                  <td data-label={t('column.state')}>
                    <span className="row gap-6">
                      <ListStateMark state={list.state} isLate={list.isLate} />
                    </span>
                  </td>
                  <td data-number data-label={t('column.recommended')}>
                    {t('column.recommended.of', { used: list.recommended, quota: list.quota })}
                  </td>
                  <td data-label={t('column.handedInAt')}>
                    {list.handedInAt === null ? '–' : <Moment value={list.handedInAt} timeZone={timeZone} />}
                  </td>
                  <td data-label={t('column.officers')}>
                    {list.officers.length > 0 ? (
                      <bdi>{list.officers.join(' · ')}</bdi>
                    ) : (
                      <span className={shared.warning}>{t('officers.none')}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination
        page={lists.page}
        pageSize={lists.pageSize}
        total={lists.total}
        pathOf={(page) => belowPath({ ...place, ...query, page: page > 1 ? String(page) : undefined })}
      />
    </section>
  )
}
