import { z } from 'zod'
import { seenVersion } from '../ordering.ts'
import { endpoint } from '../endpoint.ts'
import { editionChecks } from './competition-values.ts'
import { editionId } from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedLine, needed } from '../localized-fields.ts'
import { pageOf, shortListQuery } from '../paging.ts'
import { timeZone } from '../time-zones.ts'

const content = z.strictObject({
  /** Part of every enrolment number, so each year has at most one edition. */
  year: z.int().min(2000).max(2999),
  name: needed(localizedLine(100)),
  timeZone,
})

/** An edition as organisers see it. */
const edition = z.object({
  id: editionId,
  year: z.int(),
  name: z.partialRecord(z.enum(locales), z.string()),
  timeZone: z.string(),
  /** The edition that visitors see. */
  current: z.boolean(),
  version: z.int(),
  activities: z.int(),
  /** Number of published activities; visitors see them when the edition is current. */
  published: z.int(),
  /** Why the year cannot be changed; null: it can. */
  may: z.object({ year: z.string().nullable() }),
})
export type Edition = z.infer<typeof edition>

const params = z.strictObject({ id: editionId })

export const listEditions = endpoint({
  method: 'GET',
  path: '/api/editions',
  summary: 'All editions, the latest first, for organisers',
  query: shortListQuery,
  answer: pageOf(edition),
})

export const createEdition = endpoint({
  method: 'POST',
  path: '/api/editions',
  summary:
    'Adds an edition; optionally with the activities of another one as drafts, and its phases moved by the years in between',
  idempotent: true,
  body: content.extend({ copyOf: editionId.nullable() }),
  answer: edition,
})

export const saveEdition = endpoint({
  method: 'PUT',
  path: '/api/editions/:id',
  summary: 'Saves an edition; refused if somebody else has saved it meanwhile',
  params,
  body: content.extend({ version: seenVersion }),
  answer: edition,
})

export const makeEditionCurrent = endpoint({
  method: 'PUT',
  path: '/api/editions/:id/current',
  summary: 'Makes an edition the current one, which visitors see and teams enrol in',
  params,
  body: z.strictObject({ version: seenVersion }),
  answer: edition,
})

const editionCheck = z.object({
  check: z.enum(editionChecks),
  /** How many things need attention; 0: fine. */
  count: z.int(),
  /** Some of them, in the caller's language. */
  names: z.array(z.string()),
  link: z.string(),
})
export type EditionCheckItem = z.infer<typeof editionCheck>

export const readEditionChecks = endpoint({
  method: 'GET',
  path: '/api/editions/:id/checks',
  summary: 'What to look at before an edition begins: texts of another year, times that have passed, what is missing',
  params,
  answer: z.object({ list: z.array(editionCheck) }),
})
