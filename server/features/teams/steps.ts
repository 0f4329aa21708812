import type { EnrolmentState } from '@lectern/contract/enrolment-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { TeamStep } from '@lectern/contract/team-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { permitted, type Verdict } from '../../platform/policy.ts'
import { isComplete } from '../accounts/service.ts'
import { checkTimeToEnrol } from './policy.ts'
import type { TeamView } from './team-view.ts'

/** States in which nobody in the team has anything to do, whatever the time. */
const settled: Partial<Record<EnrolmentState, TeamStep>> = { submitted: 'wait', approved: 'done', rejected: 'rejected' }

/** What somebody in a team does next to take part with it, and why it goes no further. */
export const stepOf = (
  view: TeamView,
  who: AccountId,
  { now, locale, installation }: Pick<Ctx, 'now' | 'locale' | 'installation'>,
): { step: TeamStep; verdict: Verdict } => {
  const state = view.enrolment?.state ?? 'draft'
  const verdict = checkTimeToEnrol(view, { now, locale })
  // Changes that come too late count for nothing: what was submitted stands.
  const isAmended = state === 'submitted' && Boolean(view.enrolment?.amendmentStartedAt) && verdict.permitted
  if (isAmended) return { step: 'amend', verdict }
  const step = settled[state]
  if (step) return { step, verdict: permitted }
  if (state === 'withdrawn') return { step: 'withdrawn', verdict }
  if (!verdict.permitted) return { step: 'refused', verdict }
  if (state === 'returned') return { step: 'resubmit', verdict }
  const own = view.members.find(({ account }) => account.id === who)
  if (own && !isComplete(own.account, installation.channels)) return { step: 'complete', verdict }
  const members = view.members.filter(({ role }) => role !== 'advisor').length
  return { step: members < view.activity.teamMin ? 'gather' : 'fill', verdict }
}
