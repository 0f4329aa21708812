import { useRef } from 'react'
import type { Team } from '@lectern/contract/teams/teams.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useOwnAccount } from '../../app/own-account.ts'
import { useMemberActions } from '../../features/teams/components/member-actions.tsx'
import { MemberList } from '../../features/teams/components/member-list.tsx'
import { TeamEditor } from '../../features/teams/components/team-editor.tsx'
import { DisbandTeam, LeaveTeam } from '../../features/teams/components/leave-team.tsx'
import { Refusal } from '../../features/teams/components/team-facts.tsx'
import { TeamChoice } from '../../features/teams/components/team-choice.tsx'
import { loadTeam } from '../../features/teams/load-team.ts'
import { myTeamsPath, teamEditPath, teamPath } from '../../features/teams/team-address.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './team.module.css'

export const loader = loadTeam

const TeamEditView = ({ team }: { team: Team }) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const account = useOwnAccount()
  const people = useRef<HTMLDivElement>(null)
  const { role, may } = team
  const { actionsOf, question, refusals } = useMemberActions({
    team,
    client,
    place: people,
    // A former captain has nothing left to edit here.
    onDone: (what) => (what === 'handOver' && role ? go(router, teamPath(team.id)) : router.reload()),
  })
  const onGone = () => go(router, myTeamsPath)
  // If nothing can be changed, the reason is shown once.
  const furtherRefusals = refusals.filter((why) => why !== may.edit)
  const title = intl.formatMessage({ id: 'team.edit' })
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <header className="stack-fit gap-6">
        <p className={styles.facts}>
          <Link to={teamPath(team.id)}>{team.name}</Link>
        </p>
        <h1>{title}</h1>
        {may.edit && role && <Refusal why={may.edit} />}
        {furtherRefusals.map((why) => (
          <Refusal key={why} why={why} />
        ))}
      </header>
      <div ref={people} tabIndex={-1}>
        {may.edit === null ? (
          <TeamEditor team={team} ownId={account?.user.uid} client={client} reload={() => router.reload()}>
            {actionsOf}
          </TeamEditor>
        ) : (
          <MemberList members={team.members} ownId={account?.user.uid}>
            {(member) => <div className="row gap-12">{actionsOf(member)}</div>}
          </MemberList>
        )}
      </div>
      {question}
      {role && account && (
        <section aria-labelledby="leave">
          <h2 id="leave">
            <FormattedMessage id="team.leave" />
          </h2>
          <LeaveTeam team={team} ownId={account.user.uid} client={client} onGone={onGone} />
        </section>
      )}
      {role === 'captain' && (
        <section aria-labelledby="disband">
          <h2 id="disband">
            <FormattedMessage id="team.disband" />
          </h2>
          <DisbandTeam team={team} client={client} onGone={onGone} />
        </section>
      )}
    </div>
  )
}

export default function TeamEdit() {
  const intl = useIntl()
  const data = useData<typeof loader>()
  if ('team' in data) return <TeamEditView team={data.team} />
  const title = intl.formatMessage({ id: 'team.edit' })
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      <TeamChoice teams={data.teams} pathOf={teamEditPath} />
    </div>
  )
}
