import type { MessageId } from '@lectern/messages/message-id.ts'
import { Link } from '../router/link.tsx'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import { useIntl } from './intl.tsx'
import { pageNumbers, lastPageOf } from './page-numbers.ts'
import styles from './pagination.module.css'

interface PaginationProps {
  page: number
  pageSize: number
  total: number
  pathOf: (page: number) => string
}

/** Links to the pages of a list: neighbours, first and last, and jumps of 5 pages (3 on narrow screens). */
export const Pagination = ({ page, pageSize, total, pathOf }: PaginationProps) => {
  const intl = useIntl()
  const last = lastPageOf(total, pageSize)
  if (last <= 1) return null
  const t = (id: MessageId, values?: Record<string, number>): string => intl.formatMessage({ id }, values)
  const jump = (distance: number, className: string | undefined) => {
    const target = Math.min(Math.max(page + distance, 1), last)
    const label = t(distance < 0 ? 'pagination.back' : 'pagination.forward', { pages: Math.abs(distance) })
    return (
      <Link className={className} to={pathOf(target)} aria-label={label} title={label}>
        ···
      </Link>
    )
  }
  const step = (target: number, label: string, sign: string) =>
    target >= 1 && target <= last ? (
      <Link to={pathOf(target)} rel={target < page ? 'prev' : 'next'} aria-label={label} title={label}>
        {sign}
      </Link>
    ) : (
      <span aria-hidden="true" className={styles.off}>
        {sign}
      </span>
    )
  return (
    <nav className={`cluster between print-hidden ${styles.pagination}`} aria-label={t('pagination.label')}>
      <p className="faint small">
        {t(total > exactTotalLimit ? 'pagination.totalBeyond' : 'pagination.total', {
          total: Math.min(total, exactTotalLimit),
        })}
      </p>
      <ul className={`row gap-4 ${styles.pages}`}>
        <li>{step(page - 1, t('pagination.previous'), '‹')}</li>
        {pageNumbers(page, last).map((entry) =>
          typeof entry === 'number' ? (
            <li key={entry}>
              <Link
                to={pathOf(entry)}
                aria-label={t('pagination.page', { page: entry })}
                aria-current={entry === page ? 'page' : undefined}
              >
                {entry}
              </Link>
            </li>
          ) : (
            <li key={entry}>
              {jump(entry === 'back' ? -5 : 5, styles.wide)}
              {jump(entry === 'back' ? -3 : 3, styles.narrow)}
            </li>
          ),
        )}
        <li>{step(page + 1, t('pagination.next'), '›')}</li>
      </ul>
    </nav>
  )
}
