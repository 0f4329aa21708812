import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { OfficePhase } from '@lectern/contract/competition/phases.ts'
import { parseMoment, momentText } from '../../admin-ui/moment-text.ts'

/** Form values of a phase. */
export interface PhaseFields {
  /** Empty: a phase of the edition. */
  activityId: ActivityId | ''
  kind: PhaseKind
  opensAt: string
  closesAt: string
  graceMinutes: number | null
}

type Times = Pick<OfficePhase, 'opensAt' | 'closesAt'>

export const fieldsOf = (
  {
    activityId,
    kind,
    opensAt,
    closesAt,
    graceMinutes,
  }: Pick<OfficePhase, 'activityId' | 'kind' | 'graceMinutes'> & Times,
  timeZone: string,
): PhaseFields => ({
  activityId: activityId ?? '',
  kind,
  opensAt: momentText(opensAt, timeZone),
  closesAt: momentText(closesAt, timeZone),
  graceMinutes,
})

const timeNames = ['opensAt', 'closesAt'] as const

interface Read {
  times: Times | undefined
  problems: FieldProblem[]
}

/** Parses the typed times. Untouched ones keep their seconds, which are not shown. */
export const readTimes = (
  fields: Pick<PhaseFields, 'opensAt' | 'closesAt'>,
  stored: Times | undefined,
  timeZone: string,
  complain: (name: (typeof timeNames)[number], what: 'unreadable' | 'reversed') => string,
): Read => {
  const [opensAt, closesAt] = timeNames.map((name) => {
    const isSame = stored !== undefined && momentText(stored[name], timeZone) === fields[name].trim()
    return isSame ? stored[name] : parseMoment(fields[name], timeZone)
  })
  const problems = timeNames
    .filter((_, index) => [opensAt, closesAt][index] === undefined)
    .map((path) => ({ path, message: complain(path, 'unreadable') }))
  if (!opensAt || !closesAt) return { times: undefined, problems }
  if (closesAt <= opensAt)
    return { times: undefined, problems: [{ path: 'closesAt', message: complain('closesAt', 'reversed') }] }
  return { times: { opensAt, closesAt }, problems }
}
