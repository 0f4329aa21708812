import { useState } from 'react'
import type { ActivityDetail } from '@lectern/contract/competition.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Team, TeamHead } from '@lectern/contract/teams.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { displayName } from '../../features/accounts/names.ts'
import { readActivity } from '../../features/competition/api.ts'
import { CopiedPeople, formerPeople } from '../../features/teams/components/copied-people.tsx'
import { Incomplete } from '../../features/teams/components/incomplete.tsx'
import { OrganiserNotice } from '../../features/teams/components/organiser-notice.tsx'
import { TeamFields } from '../../features/teams/components/team-fields.tsx'
import { Refusal, Deadline } from '../../features/teams/components/team-standing.tsx'
import { readNextStep } from '../../features/journey/api.ts'
import { listMyTeams, createTeam, readTeam, copyTeam } from '../../features/teams/api.ts'
import { newTeamPath, teamPath } from '../../features/teams/team-address.ts'
import { createKeys } from '../../request/idempotency-key.ts'
import { problemsOf } from '../../request/request-error.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { Form, FormActions } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './team.module.css'

export const loader = async ({ params, client }: LoaderInput) => {
  const id = params.id!
  const [activity, { teams }, { why }] = await Promise.all([
    client(readActivity, { params: { id } }, { skipErrorHandler: true }),
    client(listMyTeams, undefined, { skipErrorHandler: true }),
    client(readNextStep, { params: { id } }, { skipErrorHandler: true }),
  ])
  // An advisor of another team may have their own team.
  const own = teams.find((team) => team.activity.id === activity.id && team.role !== 'advisor')
  const others = teams.filter((team) => team.activity.id !== activity.id && team.members + team.advisors > 1)
  return { activity, own, others, why }
}

/** The rules to know before creating a team. */
const Limits = ({ activity }: { activity: ActivityDetail }) => {
  const { teamMin, teamMax, advisorsMax, edition, closesAt } = activity
  return (
    <>
      <p className={styles.about}>
        <FormattedMessage
          id="team.limits"
          values={{
            least: teamMin,
            most: teamMax,
            advisors: advisorsMax,
            range: teamMin === teamMax ? 'one' : 'many',
          }}
        />
      </p>
      {closesAt && <Deadline until={closesAt} timeZone={edition.timeZone} />}
    </>
  )
}

const NewTeam = ({ activity, others }: { activity: ActivityDetail; others: readonly TeamHead[] }) => {
  const client = useClient()
  const router = useRouter()
  const { user, access } = useSession()
  const [keyOf] = useState(createKeys)
  const [source, setSource] = useState<Team>()
  const [asked, setAsked] = useState<readonly string[]>([])
  const hasAdvisors = activity.advisorsMax > 0
  const choose = async (id: string): Promise<void> => {
    if (id === '') return setSource(undefined)
    const found = await client(readTeam, { params: { id } })
    setAsked(formerPeople(found, user?.uid, hasAdvisors).map(({ uid }) => uid))
    setSource(found)
  }
  const form = useForm<'name' | 'slogan' | 'source' | 'people'>({
    submit: async ({ name, slogan }) => {
      const body = { activityId: activity.id, name, slogan }
      const people = asked as AccountId[]
      const options = { inPlaceSignIn: true, headers: { 'Idempotency-Key': keyOf([source?.id, body, people]) } }
      const made = source
        ? await client(copyTeam, { params: { id: source.id }, body: { ...body, people } }, options)
        : await client(createTeam, { body }, options)
      await go(router, teamPath(made.id), { replace: true })
    },
    problemsOf,
  })
  const mayBeAlone = activity.teamMin === 1
  return (
    <>
      {access.canAdmin && <OrganiserNotice />}
      {user && !user.isComplete && <Incomplete may="create" back={newTeamPath(activity.id)} />}
      {mayBeAlone && (
        <Notice>
          <FormattedMessage id={activity.teamMax === 1 ? 'team.aloneOnly' : 'team.alone'} />
        </Notice>
      )}
      <Form form={form}>
        {others.length > 0 && activity.teamMax > 1 && (
          <CopiedPeople
            teams={others}
            source={source}
            own={user?.uid}
            hasAdvisors={hasAdvisors}
            asked={asked}
            onSource={(id) => void choose(id).catch(() => undefined)}
            onAsk={setAsked}
          />
        )}
        <TeamFields
          key={source?.id}
          alone={mayBeAlone}
          name={source?.name ?? (mayBeAlone && user ? (user.realName ?? displayName(user)) : undefined)}
          slogan={source?.slogan}
        />
        <FormActions>
          <SubmitButton>
            <FormattedMessage id={activity.teamMax === 1 ? 'team.enterAlone' : 'team.create'} />
          </SubmitButton>
          <Link className="button quiet" to={`/EnrollFor/${activity.id}`}>
            <FormattedMessage id="form.cancel" />
          </Link>
        </FormActions>
      </Form>
    </>
  )
}

export default function TeamCreate() {
  const intl = useIntl()
  const { activity, own, others, why } = useData<typeof loader>()
  const title = intl.formatMessage({ id: activity.teamMax === 1 ? 'team.enterAlone' : 'team.create' })
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <header className={styles.head}>
        <p className={styles.facts}>
          <Link to={`/EnrollFor/${activity.id}`} lang={activity.locale}>
            {activity.name}
          </Link>
        </p>
        <h1>{title}</h1>
        <Limits activity={activity} />
      </header>
      {own && (
        <>
          <Notice>
            <FormattedMessage id="team.already" values={{ team: own.name }} />
          </Notice>
          <div className={styles.actions}>
            <Link className="button" to={teamPath(own.id)}>
              <FormattedMessage id="team.go.team" />
            </Link>
          </div>
        </>
      )}
      {!own && why && (
        <>
          <Refusal why={why} />
          <div className={styles.actions}>
            <Link className="button quiet" to="/EnrollFor">
              <FormattedMessage id="team.toActivities" />
            </Link>
          </div>
        </>
      )}
      {!own && !why && <NewTeam activity={activity} others={others} />}
    </div>
  )
}
