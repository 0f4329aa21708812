import { listMyTeams } from '@lectern/contract/teams/teams.ts'
import { useRef } from 'react'
import type { TeamId } from '@lectern/contract/ids.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { useNews } from '../../features/notices/live.ts'
import { InvitationCard } from '../../features/teams/components/invitation-card.tsx'
import { NoTeams } from '../../features/teams/components/no-teams.tsx'
import { OrganiserNotice } from '../../features/teams/components/organiser-notice.tsx'
import { TeamCard } from '../../features/teams/components/team-card.tsx'
import { teamPath } from '../../features/teams/team-address.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './team.module.css'

export const loader = ({ client }: LoaderInput) => client(listMyTeams, undefined, { skipErrorHandler: true })

export default function Teams() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { access } = useSession()
  const { teams, invitations } = useData<typeof loader>()
  const title = intl.formatMessage({ id: 'team.mine' })
  const heading = useRef<HTMLHeadingElement>(null)
  // Reload when somebody invites, joins, leaves or completes their profile.
  useNews(() => void router.reload())
  const onAnswered = async (id: TeamId | null): Promise<void> => {
    if (id) return go(router, teamPath(id))
    await router.reload()
    // The card that had the focus is gone.
    heading.current?.focus()
  }
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <header className={`cluster between ${styles.row}`}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Link className="button quiet" to="/account/Team/Add">
          <FormattedMessage id="team.joinByCode" />
        </Link>
      </header>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations">
          <h2 id="invitations">
            <FormattedMessage id="team.invitations" values={{ count: invitations.length }} />
          </h2>
          {access.canAdmin && <OrganiserNotice />}
          <div className="stack-fit gap-16">
            {invitations.map((invitation) => (
              <InvitationCard key={invitation.id} invitation={invitation} client={client} onAnswered={onAnswered} />
            ))}
          </div>
        </section>
      )}
      <section aria-labelledby="teams">
        <h2 id="teams" className={invitations.length === 0 ? 'visually-hidden' : undefined}>
          {title}
        </h2>
        <div className="stack-fit gap-16">
          {teams.map((team) => (
            <TeamCard key={team.id} team={team} />
          ))}
        </div>
        {teams.length === 0 && <NoTeams />}
      </section>
    </div>
  )
}
