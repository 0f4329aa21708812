import { listNotices } from '@lectern/contract/notices/notices.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { listMyEnrolments, type EnrolmentHead } from '@lectern/contract/enrolments/enrolments.ts'
import { listMyTeams, type MyTeams } from '@lectern/contract/teams/teams.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useClient } from '../../app/client-context.tsx'
import { useSession } from '../../app/session.tsx'
import { ProfileCard } from '../../features/accounts/components/profile-card.tsx'
import { displayName } from '../../features/accounts/names.ts'
import { EnrolmentCard } from '../../features/enrolments/components/enrolment-card.tsx'
import { readAll, readOne } from '../../features/notices/mark-read.ts'
import { NoticeItems } from '../../features/notices/components/notice-items.tsx'
import { TeamCard } from '../../features/teams/components/team-card.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { readPage } from '../../ui/page-numbers.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import accountStyles from './account.module.css'
import styles from './center.module.css'

type NoticePage = AnswerOf<typeof listNotices>

const tabs = ['teams', 'enrolments', 'notices'] as const
const quietly = { skipErrorHandler: true }

/** Loads only the data of the current tab. */
export const loader = async ({ client, query }: LoaderInput) => {
  const tab = tabs.find((candidate) => candidate === query.get('tab')) ?? 'teams'
  switch (tab) {
    case 'teams':
      return { tab, mine: await client(listMyTeams, undefined, quietly) }
    case 'enrolments':
      return { tab, enrolments: await client(listMyEnrolments, undefined, quietly) }
    default:
      return { tab, notices: await client(listNotices, { query: { page: String(readPage(query)) } }, quietly) }
  }
}

const pathOf = (tab: string): string => `/account/center?tab=${tab}`

const ToActivities = () => (
  <Link className="button" to="/EnrollFor">
    <FormattedMessage id="center.toActivities" />
  </Link>
)

const MyTeamCards = ({ teams, invitations }: MyTeams) => (
  <section aria-labelledby="my-teams">
    <header className={styles.head}>
      <h2 id="my-teams">
        <FormattedMessage id="center.teams" />
      </h2>
      {invitations.length > 0 ? (
        <Link className="button quiet" to="/account/Team">
          <FormattedMessage id="team.invitations" values={{ count: invitations.length }} />
        </Link>
      ) : (
        <Link className="button quiet" to="/account/Team/Add">
          <FormattedMessage id="team.joinByCode" />
        </Link>
      )}
    </header>
    {teams.length === 0 ? (
      <EmptyState title={<FormattedMessage id="team.none" />} action={<ToActivities />}>
        <FormattedMessage id="team.noneHelp" />
      </EmptyState>
    ) : (
      <div className="stack gap-12">
        {teams.map((team) => (
          <TeamCard key={team.id} team={team} />
        ))}
      </div>
    )}
  </section>
)

const MyEnrolments = ({ list }: { list: readonly EnrolmentHead[] }) => (
  <section aria-labelledby="my-enrolments">
    <header className={styles.head}>
      <h2 id="my-enrolments">
        <FormattedMessage id="center.enrolments" />
      </h2>
    </header>
    {list.length === 0 ? (
      <EmptyState title={<FormattedMessage id="center.noEnrolments" />} action={<ToActivities />}>
        <FormattedMessage id="center.noEnrolmentsHelp" />
      </EmptyState>
    ) : (
      <div className="stack gap-12">
        {list.map((enrolment) => (
          <EnrolmentCard key={enrolment.id} enrolment={enrolment} />
        ))}
      </div>
    )}
  </section>
)

const MyNotices = ({ notices }: { notices: NoticePage }) => {
  const client = useClient()
  const router = useRouter()
  const readThem = async (): Promise<void> => {
    if (await readAll(client)) await router.reload()
  }
  return (
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
          <div className={`card ${styles.notices}`}>
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
  )
}

export default function Center() {
  const intl = useIntl()
  const data = useData<typeof loader>()
  const { user } = useSession()
  if (!user) return null
  return (
    <div className={accountStyles.page}>
      <PageHead title={intl.formatMessage({ id: 'shell.center' })} />
      <ProfileCard user={user} name={displayName(user)} />
      <div className={styles.tabs}>
        <Tabs
          label={intl.formatMessage({ id: 'center.tabs' })}
          current={pathOf(data.tab)}
          tabs={tabs.map((tab) => ({ to: pathOf(tab), label: <FormattedMessage id={`center.${tab}`} /> }))}
        />
      </div>
      {data.tab === 'teams' && <MyTeamCards {...data.mine} />}
      {data.tab === 'enrolments' && <MyEnrolments list={data.enrolments.list} />}
      {data.tab === 'notices' && <MyNotices notices={data.notices} />}
    </div>
  )
}
