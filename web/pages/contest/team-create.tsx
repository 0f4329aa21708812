import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { useState } from 'react'
import { readActivity, type ActivityDetail } from '@lectern/contract/competition/competition.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { listMyTeams, createTeam, readTeam, copyTeam, type Team, type TeamHead } from '@lectern/contract/teams/teams.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { displayName } from '../../features/accounts/names.ts'
import { CopyPeople, formerPeople } from '../../features/teams/components/copy-people.tsx'
import { Incomplete } from '../../features/teams/components/incomplete.tsx'
import { OrganiserNotice } from '../../features/teams/components/organiser-notice.tsx'
import { TeamFields } from '../../features/teams/components/team-fields.tsx'
import { Refusal, Deadline } from '../../features/teams/components/team-facts.tsx'
import { newTeamPath, teamPath } from '../../features/teams/team-address.ts'
import { createKeys } from '../../request/idempotency-key.ts'
import { listedInstitution, useListedProblems } from '../../features/institutions/listed-institution.ts'
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
  const [invited, setInvited] = useState<readonly string[]>([])
  const hasAdvisors = activity.advisorsMax > 0
  const choose = async (id: string): Promise<void> => {
    if (id === '') return setSource(undefined)
    const team = await client(readTeam, { params: { id } })
    setInvited(formerPeople(team, user?.uid, hasAdvisors).map(({ uid }) => uid))
    setSource(team)
  }
  const problemsOf = useListedProblems()
  const form = useForm<'name' | 'slogan' | 'institution' | 'institutionId' | 'source' | 'people'>({
    submit: async ({ name, slogan, institution, institutionId }) => {
      const body = {
        activityId: activity.id,
        name,
        slogan,
        institutionId: listedInstitution({ institution, institutionId }),
      }
      const people = invited as AccountId[]
      const options = { inPlaceSignIn: true, headers: { 'Idempotency-Key': keyOf([source?.id, body, people]) } }
      const created = source
        ? await client(copyTeam, { params: { id: source.id }, body: { ...body, people } }, options)
        : await client(createTeam, { body }, options)
      await go(router, teamPath(created.id), { replace: true })
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
          <CopyPeople
            teams={others}
            source={source}
            own={user?.uid}
            hasAdvisors={hasAdvisors}
            invited={invited}
            onSource={(id) => void choose(id).catch(() => undefined)}
            onAsk={setInvited}
          />
        )}
        <TeamFields
          key={source?.id}
          client={client}
          alone={mayBeAlone}
          name={source?.name ?? (mayBeAlone && user ? (user.realName ?? displayName(user)) : undefined)}
          slogan={source?.slogan}
          institution={
            source ? source.institution : user?.institutionId && { id: user.institutionId, name: user.school ?? '' }
          }
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
      <header className="stack-fit gap-6">
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
          <div className="row gap-12">
            <Link className="button" to={teamPath(own.id)}>
              <FormattedMessage id="team.go.team" />
            </Link>
          </div>
        </>
      )}
      {!own && why && (
        <>
          <Refusal why={why} />
          <div className="row gap-12">
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
