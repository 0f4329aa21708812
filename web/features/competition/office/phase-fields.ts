import type { PhaseKind } from '@lectern/contract/competition-values.ts'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { OfficePhase } from '@lectern/contract/phases.ts'
import { momentTyped, typedOf } from '../../admin-ui/typed-moment.ts'

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
  opensAt: typedOf(opensAt, timeZone),
  closesAt: typedOf(closesAt, timeZone),
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
  known: Times | undefined,
  timeZone: string,
  complain: (name: (typeof timeNames)[number], what: 'unreadable' | 'reversed') => string,
): Read => {
  const [opensAt, closesAt] = timeNames.map((name) => {
    const isSame = known !== undefined && typedOf(known[name], timeZone) === fields[name].trim()
    return isSame ? known[name] : momentTyped(fields[name], timeZone)
  })
  const problems = timeNames
    .filter((_, index) => [opensAt, closesAt][index] === undefined)
    .map((path) => ({ path, message: complain(path, 'unreadable') }))
  if (!opensAt || !closesAt) return { times: undefined, problems }
  if (closesAt <= opensAt)
    return { times: undefined, problems: [{ path: 'closesAt', message: complain('closesAt', 'reversed') }] }
  return { times: { opensAt, closesAt }, problems }
}
