import type { Team } from '@lectern/contract/teams/teams.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { Countdown } from '../../features/competition/components/countdown.tsx'
import { useNews } from '../../features/notices/live.ts'
import { EntryStanding } from '../../features/recommendations/components/entry-standing.tsx'
import { MemberList } from '../../features/teams/components/member-list.tsx'
import { NextStep } from '../../features/teams/components/next-step.tsx'
import { PendingList } from '../../features/teams/components/pending-list.tsx'
import { RemindMembers } from '../../features/teams/components/remind-members.tsx'
import { LeaveTeam } from '../../features/teams/components/leave-team.tsx'
import { Refusal, TeamDeadline, TeamSize, TeamState, countOf } from '../../features/teams/components/team-facts.tsx'
import { TeamChoice } from '../../features/teams/components/team-choice.tsx'
import { loadTeam } from '../../features/teams/load-team.ts'
import { invitePath, myTeamsPath, teamEditPath, teamPath } from '../../features/teams/team-address.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './team.module.css'

export const loader = loadTeam

const Standing = ({ team }: { team: Team }) => {
  const client = useClient()
  const { until } = team.next
  return (
    <section className={`stack-fit gap-16 card ${styles.next}`} aria-labelledby="next-step">
      <h2 id="next-step">
        <FormattedMessage id="team.nextStep" />
      </h2>
      <TeamDeadline team={team} />
      {until && <Countdown until={until} />}
      <NextStep team={team} isHere />
      <EntryStanding key={team.enrolment?.state} client={client} teamId={team.id} shownUntil={until} />
    </section>
  )
}

/** Open invitations and a link to invite more; only for the captain. */
const Inviting = ({ team, shownReason }: { team: Team; shownReason: string | null }) => {
  const { inviteMember, inviteAdvisor } = team.may
  const refusals = [...new Set([inviteMember, inviteAdvisor])]
    .filter((why) => why !== null)
    .filter((why) => why !== shownReason)
  const isPossible = inviteMember === null || inviteAdvisor === null
  if (!isPossible && refusals.length === 0 && team.invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">
        <FormattedMessage id="team.pending" values={{ count: team.invitations.length }} />
      </h2>
      {team.invitations.length > 0 && <PendingList team={team} />}
      {!isPossible && refusals.map((why) => <Refusal key={why} why={why} />)}
      {(isPossible || team.invitations.length > 0) && (
        <div className="row gap-12">
          <Link className="button quiet" to={invitePath(team.id)}>
            <FormattedMessage id={isPossible ? 'team.go.invite' : 'team.manageInvitations'} />
          </Link>
        </div>
      )}
    </section>
  )
}

const TeamView = ({ team }: { team: Team }) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { user } = useSession()
  const { activity, enrolment, role, may } = team
  // Reload when a teammate joins, leaves or completes their profile.
  useNews(() => void router.reload())
  return (
    <div className={styles.page}>
      <PageHead title={team.name} />
      <header className="stack-fit gap-6">
        <p className={styles.facts}>
          <TeamState enrolment={enrolment} />
          <Link to={`/EnrollFor/${activity.id}`} lang={activity.locale}>
            {activity.name}
          </Link>
          {enrolment?.number && <span translate="no">{enrolment.number}</span>}
        </p>
        <h1>{team.name}</h1>
        {team.slogan && <p className="muted break-anywhere pre-line">{team.slogan}</p>}
      </header>
      <Standing team={team} />
      <section aria-labelledby="people">
        <h2 id="people">
          <FormattedMessage id="team.people" />
        </h2>
        <p className={styles.facts}>
          <TeamSize activity={activity} {...countOf(team)} />
        </p>
        <MemberList members={team.members} ownId={user?.uid} />
        <RemindMembers team={team} ownId={user?.uid} client={client} />
      </section>
      {role === 'captain' && <Inviting team={team} shownReason={may.edit} />}
      {role !== 'member' && role !== 'advisor' && (
        <section aria-label={intl.formatMessage({ id: 'team.edit' })}>
          {role === 'captain' && may.edit && <Refusal why={may.edit} />}
          <div className="row gap-12">
            <Link className="button quiet" to={teamEditPath(team.id)}>
              <FormattedMessage id="team.edit" />
            </Link>
          </div>
        </section>
      )}
      {(role === 'member' || role === 'advisor') && user && (
        <section aria-label={intl.formatMessage({ id: 'team.leave' })}>
          <LeaveTeam team={team} ownId={user.uid} client={client} onGone={() => go(router, myTeamsPath)} />
        </section>
      )}
      <p>
        <Link to={myTeamsPath}>
          <FormattedMessage id="team.mine" />
        </Link>
      </p>
    </div>
  )
}

export default function TeamPage() {
  const intl = useIntl()
  const data = useData<typeof loader>()
  if ('team' in data) return <TeamView team={data.team} />
  const title = intl.formatMessage({ id: 'team.mine' })
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      <TeamChoice teams={data.teams} pathOf={teamPath} />
    </div>
  )
}
