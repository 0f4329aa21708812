import type { NeededDuty } from '@lectern/contract/accounts/duty-values.ts'

type Working = Exclude<NeededDuty, 'audit'>

/** Duties of organisers of which one is needed; `activity`: `contest`, also where it is limited to certain activities. */
export type Duties = 'allOrganisers' | Working | `${Working}, ${Working}` | `${Working}, ${Working}, ${Working}`

/** Who may call an operation at all. Rules about single objects have tests of their own. */
export type Audience = 'everyone' | 'signedIn' | 'experts' | Duties

/**
 * What an organiser who takes part in an activity gets, called with the activity's own ids. `refused`: the named
 * refusal, and nothing happens. `reads`: it tells no rank, score or expert before others know them, and changes nothing.
 * `list`: rows of all activities, without what `refused` keeps from participants. `unrelated`: it is about no activity.
 */
export type ParticipantAnswer = 'refused' | 'reads' | 'list' | 'unrelated'

type ForOrganisers<Answer extends ParticipantAnswer> =
  | { audience: Duties; participant: Exclude<Answer, 'unrelated'> }
  // What is covered by a duty for certain activities is about activities.
  | { audience: Exclude<Duties, `${string}activity${string}`>; participant: 'unrelated' }

type ForOthers = { audience: Exclude<Audience, Duties> }

/** It changes what belongs to an institution: its officers reach their own institution and those below, and no other. */
type OfInstitution = { audience: 'signedIn'; scope: 'institution' }

type ReadingOperation = ForOthers | ForOrganisers<ParticipantAnswer>
type ChangingOperation = ForOthers | OfInstitution | ForOrganisers<Exclude<ParticipantAnswer, 'list'>>

/** Operations of the interface that are listed together, by method and address. */
export interface Area {
  operations: {
    [reading: `${'GET' | 'HEAD' | 'OPTIONS'} /${string}`]: ReadingOperation
    [changing: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`]: ChangingOperation
  }
  /**
   * What can stand in the addresses that begin so, in the demo: one column for each parameter, and in `reader` the
   * account that may read it, if that is not an organiser. The longest beginning counts; other addresses have the ids of
   * the table that they are named after.
   */
  samples?: Record<`/api/${string}`, string>
}
