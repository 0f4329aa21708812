import type { Notice } from '@lectern/contract/notices/notices.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { Prose } from '../../../ui/prose.tsx'
import styles from './notice-items.module.css'

interface NoticeItemsProps {
  notices: readonly Notice[]
  /** Called when the user opens the link of a notice, which marks it as read. */
  onOpen: (notice: Notice) => void
}

/** A list of notices; unread ones stand out. */
export const NoticeItems = ({ notices, onOpen }: NoticeItemsProps) => (
  <ul className={styles.list}>
    {notices.map((notice) => {
      const { id, title, body, html, link, locale, createdAt, read } = notice
      return (
        <li key={id} className={styles.notice} data-unread={!read || undefined} lang={locale}>
          <strong>
            {link ? (
              <Link to={link} onClick={() => onOpen(notice)}>
                {title}
              </Link>
            ) : (
              title
            )}
          </strong>
          {html === null ? (
            <p>{body}</p>
          ) : (
            <div className={styles.rich}>
              <Prose html={html} />
            </div>
          )}
          <DateTime value={createdAt} />
        </li>
      )
    })}
  </ul>
)
