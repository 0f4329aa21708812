import { z } from 'zod'
import { seenVersion, versionQuery } from './ordering.ts'
import { activityStates, maxGraceMinutes, phaseKinds, phaseStandings } from './competition-values.ts'
import { endpoint } from './endpoint.ts'
import { activityId, editionId, phaseId } from './ids.ts'
import { locales } from './locales.ts'
import { pageOf, shortListQuery } from './paging.ts'

const moment = z.iso.datetime()

/** A phase as organisers set it: the edition's, or one activity's own, which takes its place there. */
const phase = z.object({
  id: phaseId,
  activityId: activityId.nullable(),
  kind: z.enum(phaseKinds),
  /** Open from the first moment until before the second. */
  opensAt: moment,
  closesAt: moment,
  /** Grace period after the end for forms that were open; not shown to participants. */
  graceMinutes: z.int(),
  standing: z.enum(phaseStandings),
  version: z.int(),
  updatedAt: moment,
})
export type OfficePhase = z.infer<typeof phase>

const edition = z.object({
  id: editionId,
  year: z.int(),
  name: z.string(),
  locale: z.enum(locales),
  timeZone: z.string(),
  current: z.boolean(),
})

const activity = z.object({
  id: activityId,
  code: z.string(),
  name: z.string(),
  locale: z.enum(locales),
  state: z.enum(activityStates),
})

const timeline = pageOf(phase).extend({
  /** The server's current time, which decides what has begun and what is over. */
  now: moment,
  /** Null while there is none at all. */
  edition: edition.nullable(),
  editions: z.array(edition),
  activities: z.array(activity),
})
export type Timeline = z.infer<typeof timeline>

export const listPhases = endpoint({
  method: 'GET',
  path: '/api/phases',
  summary: 'All phases of an edition and of its activities, for organisers; the current edition if none is named',
  query: shortListQuery.extend({ edition: editionId.optional() }),
  answer: timeline,
})

const window = {
  opensAt: moment,
  closesAt: moment,
  graceMinutes: z.int().min(0).max(maxGraceMinutes),
}

export const createPhase = endpoint({
  method: 'POST',
  path: '/api/phases',
  summary: 'Adds a phase to an edition, or to one of its activities; one of each kind',
  body: z.strictObject({ editionId, activityId: activityId.nullable(), kind: z.enum(phaseKinds), ...window }),
  answer: phase,
  idempotent: true,
})

const params = z.strictObject({ id: phaseId })

export const readPhase = endpoint({
  method: 'GET',
  path: '/api/phases/:id',
  summary: 'A phase as it is edited, for organisers',
  params,
  answer: phase,
})

export const savePhase = endpoint({
  method: 'PUT',
  path: '/api/phases/:id',
  summary: 'Moves, shortens or lengthens a phase; refused if somebody else has saved it meanwhile',
  params,
  body: z.strictObject({ version: seenVersion, ...window }),
  answer: phase,
})

export const deletePhase = endpoint({
  method: 'DELETE',
  path: '/api/phases/:id',
  summary: 'Deletes a phase; an activity then follows its edition again',
  params,
  query: versionQuery,
  answer: z.object({}),
})

const shown = z.object({ opensAt: moment, closesAt: moment }).nullable()

/** What a change of a phase would mean for people. */
const effects = z.object({
  /** As it is, and as it would be; null: not scheduled. */
  before: shown,
  after: shown,
  /** It is open, and would not be any more. */
  closes: z.boolean(),
  /** Its end has not come, and would come earlier. */
  shortens: z.boolean(),
  /** It is not open, and would be. */
  opens: z.boolean(),
  /** How many activities follow this phase. */
  activities: z.int(),
  /** Who would have less time for something unfinished; null if nobody would, or if nothing is submitted in this phase. */
  undone: z
    .object({
      /** What is begun and not submitted. */
      drafts: z.int(),
      /** Teams that have begun nothing. */
      unstarted: z.int(),
      /** Teams that are not affected, because they have an extension. */
      extended: z.int(),
    })
    .nullable(),
})
export type PhaseEffects = z.infer<typeof effects>

export const foreseePhase = endpoint({
  method: 'GET',
  path: '/api/phases/effects',
  summary: 'What would change for people if a phase were set so, or, without times, if there were none',
  query: z.strictObject({
    edition: editionId,
    activity: activityId.optional(),
    kind: z.enum(phaseKinds),
    opensAt: moment.optional(),
    closesAt: moment.optional(),
  }),
  answer: effects,
})
