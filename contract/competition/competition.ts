import { z } from 'zod'
import { enrolmentStandings, phaseKinds, phaseStandings } from './competition-values.ts'
import { endpoint } from '../endpoint.ts'
import { picture } from '../files/files.ts'
import { activityId, editionId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, shortListQuery } from '../paging.ts'

const shownIn = z.enum(locales)

/** One year of the contest. Its times are shown in its own time zone. */
export const editionFacts = z.object({
  id: editionId,
  year: z.int(),
  name: z.string(),
  locale: shownIn,
  timeZone: z.string(),
})
export type EditionFacts = z.infer<typeof editionFacts>

/** The period in which something is allowed: from `opensAt` until before `closesAt`. */
export const phaseWindow = z.object({
  kind: z.enum(phaseKinds),
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
})
export type PhaseWindow = z.infer<typeof phaseWindow>

/** A phase and whether it is over, running or upcoming. */
export const scheduledPhase = phaseWindow.extend({ standing: z.enum(phaseStandings) })
export type ScheduledPhase = z.infer<typeof scheduledPhase>

/**
 * An activity that teams enrol in. Texts are in the caller's language if possible; `locale` is the actual language.
 */
export const activityCard = z.object({
  id: activityId,
  code: z.string(),
  name: z.string(),
  group: z.string(),
  summary: z.string(),
  locale: shownIn,
  cover: picture.nullable(),
  standing: z.enum(enrolmentStandings),
  /** When enrolment opens and closes; null if not scheduled yet. */
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  teamMin: z.int(),
  teamMax: z.int(),
  advisorsMax: z.int(),
  capacity: z.int().nullable(),
  /** Teams that enrol when it is full may join the waiting list. */
  waitingList: z.boolean(),
})
export type ActivityCard = z.infer<typeof activityCard>

/** One thing that teams hand in, in words. */
const shownRequirement = z.object({
  label: z.string(),
  required: z.boolean(),
  /** Kind, formats and limits: "Video · MP4, MOV · 8:00–15:00". */
  facts: z.string(),
  help: z.string(),
})

export const activityDetail = activityCard.extend({
  edition: editionFacts,
  /** Safe HTML, sanitised on the server. */
  body: z.string(),
  requirements: z.string(),
  rules: z.string(),
  schedule: z.array(scheduledPhase),
  /** What teams hand in; none: no work. */
  parts: z.array(shownRequirement),
})
export type ActivityDetail = z.infer<typeof activityDetail>

/** The current edition; null if none has been made current. */
export const contest = z.object({
  edition: editionFacts.nullable(),
  activities: z.array(activityCard),
  /** Phases of the edition; activities may override them. */
  schedule: z.array(phaseWindow),
})
export type Contest = z.infer<typeof contest>

const contestPage = pageOf(activityCard).extend({ edition: contest.shape.edition, schedule: contest.shape.schedule })
export type ContestPage = z.infer<typeof contestPage>

export const listActivities = endpoint({
  method: 'GET',
  path: '/api/activities',
  summary: 'The activities of the current edition, with the state of enrolment, and the schedule',
  query: shortListQuery,
  answer: contestPage,
})

export const readActivity = endpoint({
  method: 'GET',
  path: '/api/activities/:id',
  summary: 'One published activity of the current edition',
  params: z.strictObject({ id: activityId }),
  answer: activityDetail,
})
