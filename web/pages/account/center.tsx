import { FormattedMessage, useIntl } from 'react-intl'
import { PageHead } from '../../app/page-head.tsx'
import { useClient } from '../../app/client-context.tsx'
import { useSession } from '../../app/session.tsx'
import { ProfileCard } from '../../features/accounts/components/profile-card.tsx'
import { displayName } from '../../features/accounts/names.ts'
import { noticeList, readAll, readOne } from '../../features/notices/api.ts'
import { NoticeItems } from '../../features/notices/components/notice-items.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { readPage } from '../../ui/page-numbers.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import accountStyles from './account.module.css'
import styles from './center.module.css'

export const loader = ({ client, query }: LoaderInput) =>
  client(noticeList, { query: { page: String(readPage(query)) } }, { skipErrorHandler: true })

export default function Center() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const notices = useData<typeof loader>()
  const { user } = useSession()
  if (!user) return null
  const readThem = async (): Promise<void> => {
    if (await readAll(client)) await router.reload()
  }
  return (
    <div className={accountStyles.page}>
      <PageHead title={intl.formatMessage({ id: 'shell.center' })} />
      <ProfileCard user={user} name={displayName(user)} />
      <section aria-labelledby="my-notices">
        <header className={styles.head}>
          <h2 id="my-notices">
            <FormattedMessage id="center.notices" />
          </h2>
          {notices.unread > 0 && (
            <button type="button" className="button quiet" onClick={() => void readThem()}>
              <FormattedMessage id="notices.readAll" />
            </button>
          )}
        </header>
        {notices.total === 0 ? (
          <EmptyState title={<FormattedMessage id="center.noNotices" />}>
            <FormattedMessage id="center.noNoticesHelp" />
          </EmptyState>
        ) : (
          <>
            {notices.unread === 0 && (
              <p className={styles.viewed}>
                <FormattedMessage id="notices.none" />
              </p>
            )}
            <div className={styles.notices}>
              <NoticeItems notices={notices.list} onOpen={(notice) => readOne(client, notice)} />
            </div>
            <Pagination
              page={notices.page}
              pageSize={notices.pageSize}
              total={notices.total}
              pathOf={(page) => `/account/center?tab=notices&page=${page}`}
            />
          </>
        )}
      </section>
    </div>
  )
}
