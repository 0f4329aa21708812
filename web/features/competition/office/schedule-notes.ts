import { phaseKinds, stagePhases, type PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { OfficePhase, Timeline } from '@lectern/contract/competition/phases.ts'

/** A probable mistake in a schedule. */
export type ScheduleNote =
  | { what: 'overlap' | 'gap'; first: PhaseKind; second: PhaseKind; from: string; until: string }
  | { what: 'missing'; kind: PhaseKind }

type Window = Pick<OfficePhase, 'kind' | 'activityId' | 'opensAt' | 'closesAt'>

const inTime = (phases: readonly Window[]): Window[] =>
  phases.toSorted((one, other) => one.opensAt.localeCompare(other.opensAt))

const earlier = (one: string, other: string): string => (one < other ? one : other)

const overlapsIn = (phases: readonly Window[]): [Window, Window][] =>
  inTime(phases).flatMap((first, index, sorted) =>
    sorted
      .slice(index + 1)
      .filter(({ opensAt }) => opensAt < first.closesAt)
      .map((second): [Window, Window] => [first, second]),
  )

/** Gaps between the end of all earlier phases and the next start. */
const gapsIn = (phases: readonly Window[]): [Window, Window][] => {
  const gaps: [Window, Window][] = []
  let last: Window | undefined
  for (const next of inTime(phases)) {
    if (last && last.closesAt < next.opensAt) gaps.push([last, next])
    if (!last || last.closesAt < next.closesAt) last = next
  }
  return gaps
}

/** The phases that apply to an activity: its own, and the edition's for all other kinds. For the edition: its own. */
const effective = (phases: readonly OfficePhase[], owner: ActivityId | null): OfficePhase[] =>
  phaseKinds.flatMap((kind) => {
    const ofKind = phases.filter((phase) => phase.kind === kind)
    return (
      ofKind.find(({ activityId }) => activityId === owner) ??
      ofKind.find(({ activityId }) => activityId === null) ??
      []
    )
  })

/** Overlaps and gaps in the schedule of the edition, or those that an activity's own phases cause. */
export const notesOf = (phases: Timeline['list'], owner: ActivityId | null): ScheduleNote[] => {
  const counted = effective(phases, owner)
  const isOwn = ([first, second]: [Window, Window]): boolean =>
    first.activityId === owner || second.activityId === owner
  const overlaps = overlapsIn(counted)
    .filter(isOwn)
    .map(([first, second]): ScheduleNote => {
      const until = earlier(first.closesAt, second.closesAt)
      return { what: 'overlap', first: first.kind, second: second.kind, from: second.opensAt, until }
    })
  const gaps = gapsIn(counted)
    .filter(isOwn)
    .map(([first, second]): ScheduleNote => {
      const between = { from: first.closesAt, until: second.opensAt }
      return { what: 'gap', first: first.kind, second: second.kind, ...between }
    })
  const lacksEnrolment = owner === null && !counted.some(({ kind }) => kind === stagePhases.enrolment)
  return [...(lacksEnrolment ? [{ what: 'missing', kind: stagePhases.enrolment } as const] : []), ...overlaps, ...gaps]
}
