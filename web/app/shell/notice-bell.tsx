import { useEffect, useState } from 'react'
import { readAll, readOne } from '../../features/notices/mark-read.ts'
import { NoticeItems } from '../../features/notices/components/notice-items.tsx'
import { useUnread } from '../../features/notices/live.ts'
import { Link } from '../../router/link.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { Icon } from '../../ui/icons.tsx'
import { listNotices, type Notice } from '@lectern/contract/notices/notices.ts'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { useClient } from '../client-context.tsx'
import styles from './notice-bell.module.css'

const BellIcon = () => (
  <Icon>
    <path d="M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10ZM10 20a2.2 2.2 0 0 0 4 0" />
  </Icon>
)

const shownNotices = '5'

/** The bell: number of unread notices, and the newest of them. */
export const NoticeBell = () => {
  const intl = useIntl()
  const client = useClient()
  const unread = useUnread()
  const [notices, setNotices] = useState<Notice[]>([])
  useEffect(() => {
    if (unread === 0) return setNotices([])
    const query = { unread: 'true', pageSize: shownNotices } as const
    const controller = new AbortController()
    client(listNotices, { query }, { skipErrorHandler: true, signal: controller.signal }).then(
      ({ list }) => setNotices(list),
      () => undefined,
    )
    // A newer number makes this response obsolete.
    return () => controller.abort()
  }, [client, unread])
  return (
    <>
      {/* Outside the panel, because screen readers ignore a closed one. */}
      <span className="visually-hidden" role="status">
        {unread > 0 && <FormattedMessage id="notices.bell" values={{ unread }} />}
      </span>
      <Dropdown
        label={intl.formatMessage({ id: 'notices.bell' }, { unread })}
        icon={
          <>
            <BellIcon />
            {unread > 0 && <span className={styles.count}>{unread > 99 ? '99+' : unread}</span>}
          </>
        }
      >
        <div className={styles.panel}>
          {unread === 0 ? (
            <p className={styles.none}>
              <FormattedMessage id="notices.none" />
            </p>
          ) : (
            <NoticeItems notices={notices} onOpen={(notice) => readOne(client, notice)} />
          )}
          <div className={styles.actions}>
            <Link to="/account/center?tab=notices">
              <FormattedMessage id="notices.all" />
            </Link>
            {unread > 0 && (
              <button type="button" onClick={() => void readAll(client)}>
                <FormattedMessage id="notices.readAll" />
              </button>
            )}
          </div>
        </div>
      </Dropdown>
    </>
  )
}
