import type { TeamId } from '@lectern/contract/ids.ts'
import { permitted, type Verdict } from '../../platform/policy.ts'
import { momentText } from '../../platform/moments.ts'
import type { SignedIn } from '../../platform/context.ts'
import { roleIn, type TeamView } from '../teams/service.ts'
import { readWorkFacts, type WorkFacts } from '../works/service.ts'
import type { Step } from './journey.ts'

const isForOthers = (verdict: Verdict): boolean =>
  !verdict.permitted && (verdict.why.error === 'team.captainOnly' || verdict.why.error === 'work.membersOnly')

const linkOf = ({ id }: WorkFacts): string => (id ? `/account/Work/Edit?id=${id}` : '/account/Work')

/** The next step of a team with its work, for one user. Pure, apart from the format of a date. */
export const workStep = (
  ctx: Pick<SignedIn, 'locale'>,
  team: TeamView,
  role: string | undefined,
  work: WorkFacts,
): Step => {
  const stepOf = (step: Step['step'], details: Partial<Step> = {}): Step => ({
    step,
    turn: 'none',
    isDone: false,
    isPassed: false,
    link: linkOf(work),
    until: undefined,
    why: permitted,
    reason: work.reason,
    ...details,
    values: {
      team: team.name,
      number: team.enrolment?.number ?? '',
      submission: work.submission ?? 0,
      ...details.values,
    },
  })
  /** A member who may not act sees why; organisers outside the team do not need a reason. */
  const ofPeople = (verdict: Verdict): Pick<Step, 'turn' | 'why' | 'until'> => ({
    turn: isForOthers(verdict) ? 'others' : 'own',
    why: role === undefined ? permitted : verdict,
    until: work.until,
  })
  switch (work.state) {
    case 'draft':
      if (!work.time.permitted && !work.submit.permitted && work.isUpcoming) {
        const opens = work.opensAt && momentText(work.opensAt, ctx.locale, team.activity.edition.timeZone)
        return stepOf('workLater', { isDone: true, link: '/account/Work', values: { opensAt: opens ?? '' } })
      }
      if (!work.time.permitted && !work.edit.permitted && !isForOthers(work.edit))
        return stepOf('workMissed', { why: work.time, link: '/account/Work' })
      return work.isComplete ? stepOf('submitWork', ofPeople(work.submit)) : stepOf('prepareWork', ofPeople(work.edit))
    case 'submitted':
      // Changes that are too late have no effect: the submission stands.
      return work.isChanged && work.time.permitted
        ? stepOf('submitWorkChanges', ofPeople(work.isComplete ? work.submit : work.edit))
        : stepOf('workSubmitted', { isDone: true })
    case 'returned':
      if (!work.time.permitted) return stepOf('workMissed', { why: work.time })
      return stepOf('resubmitWork', ofPeople(work.isComplete ? work.submit : work.edit))
    case 'accepted':
      return stepOf('workAccepted', { isDone: true, isPassed: true })
    case 'disqualified':
      return stepOf('workDisqualified')
    case 'withdrawn':
      return stepOf('workWithdrawn', {
        why: ofPeople(work.revive).why,
        until: work.time.permitted ? work.until : undefined,
      })
  }
}

/** The works of teams whose enrolments are approved. */
export const workStage = async (ctx: SignedIn, teams: readonly TeamView[]): Promise<ReadonlyMap<TeamId, Step>> => {
  const facts = await readWorkFacts(ctx, teams)
  return new Map(
    teams.flatMap((team) => {
      const work = facts.get(team.id)
      return work ? [[team.id, workStep(ctx, team, roleIn(team, ctx.actor.id), work)] as const] : []
    }),
  )
}
