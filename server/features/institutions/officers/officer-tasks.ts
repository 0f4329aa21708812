import type { SignedIn } from '../../../platform/context.ts'
import type { Task } from '../../../platform/feature.ts'
import { isOrganiser } from '../../../platform/policy.ts'
import { listRequests } from './officers.ts'

/** Officers of a province decide who acts for its schools. Organisers see requests in their menu. */
export const officerTasks = async (ctx: SignedIn): Promise<Task[]> => {
  if (isOrganiser(ctx.actor, 'people')) return []
  const { length } = await listRequests(ctx)
  return length === 0
    ? []
    : [{ name: 'decideOfficers', isDone: false, values: { requests: String(length) }, link: '/Institution/Below' }]
}
