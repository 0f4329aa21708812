import { z } from 'zod'
import { seenVersion, versionQuery } from '../ordering.ts'
import { activityStates, maxGraceMinutes, phaseKinds, phaseStandings } from './competition-values.ts'
import { endpoint } from '../endpoint.ts'
import { activityId, editionId, phaseId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, shortListQuery } from '../paging.ts'

const moment = z.iso.datetime()

/** A phase as organisers set it, of the edition or of one activity. That of an activity overrides the edition's. */
const phase = z.object({
  id: phaseId,
  activityId: activityId.nullable(),
  kind: z.enum(phaseKinds),
  /** Open from `opensAt` until before `closesAt`. */
  opensAt: moment,
  closesAt: moment,
  /** Grace period after the end for forms that were open; not shown to participants. */
  graceMinutes: z.int(),
  standing: z.enum(phaseStandings),
  version: z.int(),
  updatedAt: moment,
})
export type OfficePhase = z.infer<typeof phase>

const listedPhase = phase.extend({
  /** Why the reader, who takes part, changes nothing about it; null: they may. */
  whyNot: z.string().nullable(),
})
export type ListedPhase = z.infer<typeof listedPhase>

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
  /** Why the reader, who takes part, adds no phase to it; null: they may. */
  whyNot: z.string().nullable(),
})

const timeline = pageOf(listedPhase).extend({
  /** The server's time, which decides what has started and ended. */
  now: moment,
  /** Null if there is no edition. */
  edition: edition.nullable(),
  editions: z.array(edition),
  activities: z.array(activity),
  /** Why the reader, who takes part, adds no phase of a kind to the edition; kinds that they may add are left out. */
  whyNot: z.partialRecord(z.enum(phaseKinds), z.string()),
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
  /** What happens to rounds and lists that would not lie within the phase; needed if there are any. */
  things: z.enum(['move', 'leave']).optional(),
}

export const createPhase = endpoint({
  method: 'POST',
  path: '/api/phases',
  summary: 'Adds a phase to an edition, or to one of its activities; at most one of each kind',
  body: z.strictObject({ editionId, activityId: activityId.nullable(), kind: z.enum(phaseKinds), ...window }),
  answer: phase,
  idempotent: true,
})

export const createPhases = endpoint({
  method: 'POST',
  path: '/api/editions/:id/phases',
  summary: 'Adds several phases to an edition at once, all of them or none; at most one of each kind',
  params: z.strictObject({ id: editionId }),
  body: z.strictObject({
    phases: z
      .array(z.strictObject({ kind: z.enum(phaseKinds), opensAt: moment, closesAt: moment }))
      .min(1)
      .max(phaseKinds.length),
  }),
  answer: z.object({ list: z.array(phase) }),
  idempotent: true,
})

const params = z.strictObject({ id: phaseId })

export const readPhase = endpoint({
  method: 'GET',
  path: '/api/phases/:id',
  summary: 'The editable source of a phase, for organisers',
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

const times = z.object({ opensAt: moment, closesAt: moment }).nullable()

/** Something with times of its own that should lie within a phase. */
const datedThing = z.object({
  what: z.enum(['round', 'list']),
  id: z.string(),
  /** In the caller's language. */
  name: z.string(),
  opensAt: moment.nullable(),
  closesAt: moment.nullable(),
  /** It can be moved along with the phase. */
  isMovable: z.boolean(),
})

/** The effects that a change of a phase would have. */
const effects = z.object({
  /** Before and after the change; null: not scheduled. */
  before: times,
  after: times,
  /** It is open now and would be closed. */
  closes: z.boolean(),
  /** It would end earlier, and has not ended yet. */
  shortens: z.boolean(),
  /** It is closed now and would be open. */
  opens: z.boolean(),
  /** Number of activities that use this phase. */
  activities: z.int(),
  /**
   * Teams with unfinished work that would have less time; null if there are none, or if nothing is submitted in this
   * phase.
   */
  undone: z
    .object({
      /** Started, but not submitted. */
      drafts: z.int(),
      /** Teams that have not started. */
      unstarted: z.int(),
      /** Teams that are not affected, because they have an extension. */
      extended: z.int(),
    })
    .nullable(),
  /** Rounds and lists that would not lie within the phase. */
  outside: z.array(datedThing),
  /** Rounds and lists that would have no phase any more. They keep their times. */
  withoutPhase: z.array(datedThing),
})
export type PhaseEffects = z.infer<typeof effects>

export const foreseePhase = endpoint({
  method: 'GET',
  path: '/api/phases/effects',
  summary: 'The effects that changing a phase would have; without times, of deleting it',
  query: z.strictObject({
    edition: editionId,
    activity: activityId.optional(),
    kind: z.enum(phaseKinds),
    opensAt: moment.optional(),
    closesAt: moment.optional(),
  }),
  answer: effects,
})
