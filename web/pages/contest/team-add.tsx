import { readTeam, readTeamToJoin, type Team } from '@lectern/contract/teams/teams.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { Incomplete } from '../../features/teams/components/incomplete.tsx'
import { InviteForm } from '../../features/teams/components/invite-form.tsx'
import { InviteLink } from '../../features/teams/components/invite-link.tsx'
import { JoinForm } from '../../features/teams/components/join-form.tsx'
import { JoinTeam } from '../../features/teams/components/join-team.tsx'
import { OrganiserNotice } from '../../features/teams/components/organiser-notice.tsx'
import { PendingList } from '../../features/teams/components/pending-list.tsx'
import { Refusal, TeamDeadline, TeamSize, countOf } from '../../features/teams/components/team-facts.tsx'
import { joinPath, readRole, teamPath } from '../../features/teams/team-address.ts'
import { failureOf, RequestError } from '../../request/request-error.ts'
import type { Client } from '../../request/client.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './team.module.css'

/** The team of an invite code, or an error message for the field. */
const findTeam = async (client: Client, code: string, query: URLSearchParams) => {
  const role = readRole(query)
  if (code === '') return { code, role }
  try {
    const team = await client(readTeamToJoin, { params: { code }, query: { role } }, { skipErrorHandler: true })
    return { code, role, openTeam: team }
  } catch (error) {
    const problem = failureOf(error)?.fields?.[0]?.message
    if (!(error instanceof RequestError) || problem === undefined) throw error
    return { code, role, problem }
  }
}

export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  if (id) return { team: await client(readTeam, { params: { id } }, { skipErrorHandler: true }) }
  return { joining: await findTeam(client, query.get('code') ?? '', query) }
}

type Joining = Awaited<ReturnType<typeof findTeam>>

const Invite = ({ team }: { team: Team }) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { origin } = useSite()
  const reload = () => router.reload()
  const title = intl.formatMessage({ id: 'team.go.invite' })
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <header className="stack-fit gap-6">
        <p className={styles.facts}>
          <Link to={teamPath(team.id)}>{team.name}</Link>
        </p>
        <h1>{title}</h1>
        <p className={styles.facts}>
          <TeamSize activity={team.activity} {...countOf(team)} />
        </p>
        <TeamDeadline team={team} />
      </header>
      {team.invite ? (
        <>
          <section aria-labelledby="by-link">
            <h2 id="by-link">
              <FormattedMessage id="team.byLink" />
            </h2>
            <p className={styles.about}>
              <FormattedMessage id="team.byLinkAbout" />
            </p>
            <InviteLink
              team={team}
              invite={team.invite}
              client={client}
              origin={origin}
              base={router.base}
              onRenewed={reload}
            />
          </section>
          <section aria-labelledby="by-name">
            <h2 id="by-name">
              <FormattedMessage id="team.byName" />
            </h2>
            <InviteForm team={team} client={client} onInvited={reload} />
          </section>
          <section aria-labelledby="pending">
            <h2 id="pending">
              <FormattedMessage id="team.pending" values={{ count: team.invitations.length }} />
            </h2>
            <PendingList team={team} revoking={{ client, onRevoked: reload }} />
          </section>
        </>
      ) : (
        team.may.edit && <Refusal why={team.may.edit} />
      )}
    </div>
  )
}

const Join = ({ joining: { code, role, openTeam, problem } }: { joining: Joining }) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { user, access } = useSession()
  const title = intl.formatMessage({ id: 'team.joinTitle' })
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <header className="stack-fit gap-6">
        <h1>{title}</h1>
        <p className={styles.about}>
          <FormattedMessage id={openTeam ? 'team.joinCheck' : 'team.joinAbout'} />
        </p>
      </header>
      {openTeam ? (
        <>
          {access.canAdmin && !openTeam.refusal && <OrganiserNotice />}
          {user && !user.isComplete && !openTeam.refusal && <Incomplete may="join" back={joinPath(code, role)} />}
          <JoinTeam
            team={openTeam}
            code={code}
            role={role}
            client={client}
            onJoined={(team) => go(router, teamPath(team.id), { replace: true })}
            onRefused={() => router.reload()}
          />
          <p>
            <Link to="/account/Team/Add">
              <FormattedMessage id="team.otherCode" />
            </Link>
          </p>
        </>
      ) : (
        <JoinForm
          key={code}
          client={client}
          code={code}
          problem={problem}
          onFound={(typed) => go(router, joinPath(typed))}
        />
      )}
    </div>
  )
}

export default function TeamAdd() {
  const data = useData<typeof loader>()
  return data.team ? <Invite team={data.team} /> : <Join joining={data.joining} />
}
