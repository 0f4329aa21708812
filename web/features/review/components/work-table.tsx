import { useState } from 'react'
import type { DeskRoundWorks, DeskWork, ShownCriterion } from '@lectern/contract/review/review.ts'
import { Link } from '../../../router/link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { reviewCoverAddress, reviewPath } from '../desk-address.ts'
import { useReviewText } from '../review-text.ts'
import { countByFilter, findWorks, sortWorks, workFilters, type WorkFilter, type WorkOrder } from '../work-list.ts'
import { FlagIcon } from './desk-icons.tsx'
import { SheetStateMark } from './saved-line.tsx'
import styles from './review.module.css'
import own from './work-table.module.css'

interface HeadingProps {
  column: string
  label: string
  order: WorkOrder
  onOrder: (order: WorkOrder) => void
}

/** A column that sorts: points from the highest first. */
const SortedHeading = ({ column, label, order, onOrder }: HeadingProps) => {
  const isOwn = order.by === column
  const isDescending = isOwn ? !order.isDescending : column !== 'code'
  return (
    <th
      scope="col"
      data-number={column !== 'code' || undefined}
      aria-sort={isOwn ? (order.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={own.sort} onClick={() => onOrder({ by: column, isDescending })}>
        {label}
        <span aria-hidden="true">{isOwn ? (order.isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}

interface RowProps {
  work: DeskWork
  criteria: readonly ShownCriterion[]
  timeZone: string
}

const Row = ({ work, criteria, timeZone }: RowProps) => {
  const { t, points } = useReviewText()
  const { code, title, activity, state, hasFlag, reopenedUntil } = work
  const { scores, total } = work.draft ?? work
  const isDraft = work.draft !== null || undefined
  return (
    <tr>
      <th scope="row">
        <div className={own.pictured}>
          <Cover src={reviewCoverAddress(code)} size="list" />
          <div>
            <Link to={reviewPath(code)}>{title || code}</Link>
            <span className={own.facts}>
              <span className={styles.code}>{code}</span> {activity}
            </span>
          </div>
        </div>
      </th>
      <td data-label={t('column.state')}>
        <span className={own.marks}>
          <SheetStateMark state={state} />
          {hasFlag && (
            <span className={own.flag} title={t('flagged')}>
              <FlagIcon />
              <span className="visually-hidden">{t('flagged')}</span>
            </span>
          )}
          {reopenedUntil !== null && (
            <span className={own.reopened}>
              {t('reopened')} <Moment value={reopenedUntil} timeZone={timeZone} />
            </span>
          )}
        </span>
      </td>
      {criteria.map(({ id, label }) => (
        <td key={id} data-number data-draft={isDraft} data-label={label}>
          {scores[id] === undefined ? <span className={own.none}>–</span> : points(scores[id])}
        </td>
      ))}
      {criteria.length > 0 && (
        <td data-number data-total data-draft={isDraft} data-label={t('total')}>
          {total === null ? <span className={own.none}>–</span> : points(total)}
        </td>
      )}
    </tr>
  )
}

/** My works with my scores, side by side. */
export const WorkTable = ({ works, criteria, round }: DeskRoundWorks) => {
  const { t } = useReviewText()
  const [filter, setFilter] = useState<WorkFilter>('all')
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<WorkOrder>({ by: 'code', isDescending: false })
  const counts = countByFilter(works)
  const visibleWorks = sortWorks(findWorks(works, filter, search), order)
  const heading = { order, onOrder: setOrder }
  return (
    <section className={styles.works}>
      <h2 id="own-works">{t('works')}</h2>
      <div className={own.tools}>
        <div className={own.filters} role="group" aria-label={t('filter')}>
          {workFilters.map((name) => (
            <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
              {t(`filter.${name}`)} <span className={styles.number}>{counts[name]}</span>
            </button>
          ))}
        </div>
        <input
          type="search"
          className={own.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <select
          className={own.sortChoice}
          aria-label={t('sort')}
          value={order.by}
          onChange={({ target: { value } }) => setOrder({ by: value, isDescending: value !== 'code' })}
        >
          <option value="code">{t('sort.own')}</option>
          {criteria.length > 0 && <option value="total">{t('total')}</option>}
          {criteria.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <p className="visually-hidden" role="status">
        {t('found', { count: visibleWorks.length })}
      </p>
      {visibleWorks.length === 0 ? (
        <EmptyState title={t(works.length === 0 ? 'works.none' : 'works.noneFound')} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
        <div className={own.scroll} role="region" aria-labelledby="own-works" tabIndex={0}>
          <table className={own.table}>
            <thead>
              <tr>
                <SortedHeading column="code" label={t('column.work')} {...heading} />
                <th scope="col">{t('column.state')}</th>
                {criteria.map(({ id, label }) => (
                  <SortedHeading key={id} column={id} label={label} {...heading} />
                ))}
                {criteria.length > 0 && <SortedHeading column="total" label={t('total')} {...heading} />}
              </tr>
            </thead>
            <tbody>
              {visibleWorks.map((work) => (
                <Row key={work.code} work={work} criteria={criteria} timeZone={round.timeZone} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
