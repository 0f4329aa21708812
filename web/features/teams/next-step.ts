import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Team, TeamHead } from '@lectern/contract/teams.ts'
import { newEnrolmentPath } from '../enrolments/enrolment-address.ts'
import { completionPath, invitePath, teamPath } from './team-address.ts'

type Standing = Pick<Team, 'id' | 'role' | 'step' | 'enrolment' | 'waiting' | 'activity'>

interface ShownStep {
  /** `team.step.<text>` says how it stands. */
  text: IdAfter<'team.step.'>
  /** What this person can do about it; `team.go.<label>` stands on the button. */
  action?: { label: IdAfter<'team.go.'>; to: string }
}

const see = ({ activity, enrolment }: Standing): ShownStep['action'] => ({
  label: enrolment ? 'see' : 'activity',
  to: enrolment ? `/EnrollFor/${activity.id}/Form?enrolment=${enrolment.id}` : `/EnrollFor/${activity.id}`,
})

const doing = (team: Standing, label: IdAfter<'team.go.'>): ShownStep['action'] => ({ label, to: see(team)!.to })

/** The one next step of somebody in a team; an advisor looks on, and so does an organiser who is not in it. */
export const shownStep = (team: Standing): ShownStep => {
  const { step, role } = team
  const takesPart = role === 'captain' || role === 'member'
  const withAction = (text: ShownStep['text'], action: ShownStep['action'] | false): ShownStep => ({
    text,
    ...(action && { action }),
  })
  switch (step) {
    case 'complete':
      return withAction('complete', { label: 'complete', to: completionPath(teamPath(team.id)) })
    case 'gather':
      return role === 'captain'
        ? withAction('gather', { label: 'invite', to: invitePath(team.id) })
        : withAction('gatherWait', false)
    case 'fill': {
      if (team.waiting?.offeredUntil === null) return withAction('draft', see(team))
      const text = team.enrolment ? 'draft' : 'fill'
      return takesPart
        ? withAction(
            text,
            team.enrolment ? doing(team, 'goOn') : { label: 'fill', to: newEnrolmentPath(team.activity.id, team.id) },
          )
        : withAction('fillWait', team.enrolment !== null && see(team))
    }
    case 'amend':
      return withAction('amend', takesPart ? doing(team, 'amend') : see(team))
    case 'resubmit':
      return withAction('resubmit', takesPart ? doing(team, 'resubmit') : see(team))
    default:
      return withAction(step, see(team))
  }
}

/** How many are still missing before the team may enrol. */
export const missingMembers = ({ activity, members }: Pick<TeamHead, 'activity' | 'members'>): number =>
  Math.max(0, activity.teamMin - members)

/** The moment that matters now; null where none does. */
export const deadlineOf = ({
  activity,
  enrolment,
  waiting,
}: Pick<Team, 'enrolment'> & Partial<Pick<Team, 'waiting'>> & { activity: Pick<Team['activity'], 'closesAt'> }):
  | string
  | null => {
  if (waiting) return waiting.offeredUntil
  const state = enrolment?.state ?? 'draft'
  if (state === 'returned') return enrolment!.resubmitBy ?? activity.closesAt
  return state === 'draft' || state === 'withdrawn' ? activity.closesAt : null
}
