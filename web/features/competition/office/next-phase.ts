import { phaseKinds } from '@lectern/contract/competition-values.ts'
import type { OfficePhase } from '@lectern/contract/phases.ts'

const fortnight = 14 * 86_400_000

/** Defaults of a new phase: the first kind that the edition does not have, after all existing phases. */
export const nextPhase = (phases: readonly OfficePhase[], now: string) => {
  const own = phases.filter(({ activityId }) => activityId === null)
  const kind = phaseKinds.find((candidate) => !own.some((phase) => phase.kind === candidate)) ?? phaseKinds[0]
  const opensAt = own.map(({ closesAt }) => closesAt).reduce((last, next) => (last > next ? last : next), now)
  const closesAt = new Date(Date.parse(opensAt) + fortnight).toISOString()
  return { activityId: null, kind, opensAt, closesAt, graceMinutes: 0 }
}
