import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { activityId, editionId } from '../ids.ts'
import { locales } from '../locales.ts'
import { contestStages, lineCounts, lineSteps, stageActors, stageStandings } from './contest-line-values.ts'

const stage = z.object({
  stage: z.enum(contestStages),
  standing: z.enum(stageStandings),
  /** `of`: out of so many. The link leads to exactly what is counted. */
  counts: z.array(
    z.object({ name: z.enum(lineCounts), count: z.int(), of: z.int().nullable(), link: z.string().nullable() }),
  ),
  next: z
    .object({
      step: z.enum(lineSteps),
      /** Null: it comes by itself. */
      who: z.enum(stageActors).nullable(),
      until: z.iso.datetime().nullable(),
      link: z.string(),
    })
    .nullable(),
})
export type LineStage = z.infer<typeof stage>

const contestLine = z.object({
  id: activityId,
  code: z.string(),
  name: z.string(),
  locale: z.enum(locales),
  stages: z.array(stage),
  /** The stage whose next step is the next of the activity; null: everything is done. */
  current: z.enum(contestStages).nullable(),
})
export type ContestLine = z.infer<typeof contestLine>

export const readContestLines = endpoint({
  method: 'GET',
  path: '/api/contest-lines',
  summary: 'Where each activity of an edition stands, from enrolment to certificates, and who must act next',
  /** The current edition if absent. */
  query: z.strictObject({ edition: editionId.optional() }),
  answer: z.object({ timeZone: z.string().nullable(), list: z.array(contestLine) }),
})
