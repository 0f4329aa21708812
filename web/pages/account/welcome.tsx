import { readPage } from '@lectern/contract/pages/pages.ts'
import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { TaskList } from '../../features/accounts/components/task-list.tsx'
import { displayName } from '../../features/accounts/names.ts'
import { welcomePlace } from '../../features/accounts/welcome-place.ts'
import { Sections } from '../../features/pages/components/sections.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './account.module.css'

export const loader = async ({ client }: LoaderInput) => {
  const [{ list }, { sections }] = await Promise.all([
    client(listOwnTasks, {}, { skipErrorHandler: true }),
    client(readPage, { params: { name: 'Welcome' } }, { skipErrorHandler: true }),
  ])
  return { list, sections }
}

export default function Welcome() {
  const intl = useIntl()
  const { list, sections } = useData<typeof loader>()
  const { user, access } = useSession()
  const { to, label, hasIntroduction } = welcomePlace(access)
  const left = list.filter(({ state }) => state !== 'done' && state !== 'others').length
  return (
    <div className={styles.page}>
      <PageHead title={intl.formatMessage({ id: 'shell.tasks' })} />
      <header className={styles.head}>
        <h1>
          <FormattedMessage id="welcome.title" values={{ name: user ? displayName(user) : '' }} />
        </h1>
        <p>
          <FormattedMessage id="welcome.left" values={{ left }} />
        </p>
      </header>
      <TaskList tasks={list} />
      {left === 0 && (
        <p className={styles.after}>
          <Link className="button quiet" to={to}>
            <FormattedMessage id={label} />
          </Link>
        </p>
      )}
      {hasIntroduction && sections.length > 0 && (
        <div className={styles.introduction}>
          <Sections sections={sections} />
        </div>
      )}
    </div>
  )
}
