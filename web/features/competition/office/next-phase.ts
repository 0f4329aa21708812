import { usualPhaseKinds, type PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { OfficePhase } from '@lectern/contract/competition/phases.ts'
import { momentAt, wallTimeOf } from '../../../ui/wall-time.ts'

const hour = 3_600_000
const fortnight = 14 * 24 * hour

const later = (moment: string, milliseconds: number): string =>
  new Date(Date.parse(moment) + milliseconds).toISOString()

/** The first full hour of the clock at or after this moment. */
const fullHour = (moment: string, timeZone: string): string =>
  momentAt(`${wallTimeOf(later(moment, hour - 1), timeZone).slice(0, 13)}:00`, timeZone)!

/**
 * Defaults of a new phase: the first kind that the edition does not have, after all existing phases. It opens at a full
 * hour and closes at the end of a working day.
 */
export const nextPhase = (
  phases: readonly Pick<OfficePhase, 'activityId' | 'kind' | 'closesAt'>[],
  now: string,
  timeZone: string,
) => {
  const own = phases.filter(({ activityId }) => activityId === null)
  const kind = usualPhaseKinds.find((candidate) => !own.some((phase) => phase.kind === candidate)) ?? 'enrolment'
  const last = own.map(({ closesAt }) => closesAt).reduce((latest, next) => (latest > next ? latest : next), now)
  const opensAt = fullHour(last, timeZone)
  const closesAt = momentAt(`${wallTimeOf(later(opensAt, fortnight), timeZone).slice(0, 10)}T17:00`, timeZone)!
  return { activityId: null, kind, opensAt, closesAt, graceMinutes: 0 }
}

export type MissingPhase = ReturnType<typeof nextPhase>

/** Defaults of all kinds that the edition does not have, one after the other. */
export const missingPhases = (...[phases, now, timeZone]: Parameters<typeof nextPhase>): MissingPhase[] => {
  const hasKind = (kind: PhaseKind): boolean => phases.some((phase) => phase.activityId === null && phase.kind === kind)
  const missing: MissingPhase[] = []
  while (!usualPhaseKinds.every((kind) => hasKind(kind) || missing.some((phase) => phase.kind === kind)))
    missing.push(nextPhase([...phases, ...missing], now, timeZone))
  return missing
}
