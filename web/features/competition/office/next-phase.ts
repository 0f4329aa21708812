import { phaseKinds } from '@lectern/contract/competition-values.ts'
import type { OfficePhase } from '@lectern/contract/phases.ts'

const fortnight = 14 * 86_400_000

/** What a new phase begins with: the first kind that the edition has not, after everything that it has. */
export const nextPhase = (phases: readonly OfficePhase[], now: string) => {
  const own = phases.filter(({ activityId }) => activityId === null)
  const kind = phaseKinds.find((candidate) => !own.some((phase) => phase.kind === candidate)) ?? phaseKinds[0]
  const opensAt = own.map(({ closesAt }) => closesAt).reduce((last, next) => (last > next ? last : next), now)
  const closesAt = new Date(Date.parse(opensAt) + fortnight).toISOString()
  return { activityId: null, kind, opensAt, closesAt, graceMinutes: 0 }
}
