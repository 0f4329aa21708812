import { z } from 'zod'
import { line, search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { institutionId, institutionMergeId } from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedLine, needed } from '../localized-fields.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  importOutcomes,
  institutionKinds,
  institutionStates,
  maxAliases,
  maxInstitutionName,
} from './institution-values.ts'

/** An institution as people choose it and see it, in their language. */
export const shownInstitution = z.object({
  id: institutionId,
  kind: z.enum(institutionKinds),
  name: z.string(),
  /** The province of a school. */
  parent: z.string().nullable(),
})
export type ShownInstitution = z.infer<typeof shownInstitution>

export const findInstitutions = endpoint({
  method: 'GET',
  path: '/api/institution-choices',
  summary: 'Schools that one of their names, pinyin or its initials begins with',
  query: z.strictObject({ search, kind: z.enum([...institutionKinds, 'any']).default('school') }),
  answer: z.object({ list: z.array(shownInstitution) }),
})

export const readInstitutionChoice = endpoint({
  method: 'GET',
  path: '/api/institution-choices/:id',
  summary: 'The name of an institution, and of its province',
  params: z.strictObject({ id: institutionId }),
  answer: shownInstitution,
})

const names = z.partialRecord(z.enum(locales), z.string())

/** An institution as organisers see it. */
export const institution = z.object({
  id: institutionId,
  kind: z.enum(institutionKinds),
  code: z.string().nullable(),
  name: names,
  parentId: institutionId.nullable(),
  parentName: names.nullable(),
  state: z.enum(institutionStates),
  mergedInto: institutionId.nullable(),
  aliases: z.array(z.string()),
  /** Schools of a province. */
  below: z.int(),
  people: z.int(),
  teams: z.int(),
  officers: z.int(),
  version: z.int(),
})
export type Institution = z.infer<typeof institution>

export const listInstitutions = endpoint({
  method: 'GET',
  path: '/api/institutions',
  summary: 'Provinces and schools, for organisers',
  query: pageQuery.extend({
    search: search.optional(),
    kind: z.enum(institutionKinds).optional(),
    state: z.enum(institutionStates).optional(),
    parent: institutionId.optional(),
  }),
  answer: pageOf(institution),
})

const params = z.strictObject({ id: institutionId })

export const readInstitution = endpoint({
  method: 'GET',
  path: '/api/institutions/:id',
  summary: 'An institution, for organisers',
  params,
  answer: institution,
})

const content = z.strictObject({
  /** Capital letters, digits and hyphens. */
  code: line(20)
    .overwrite((text) => text.toUpperCase())
    .nullable(),
  name: needed(localizedLine(maxInstitutionName)),
  parentId: institutionId.nullable(),
  aliases: z.array(line(maxInstitutionName)).max(maxAliases),
})

export const createInstitution = endpoint({
  method: 'POST',
  path: '/api/institutions',
  summary: 'Adds a school or a province',
  body: content.extend({ kind: z.enum(institutionKinds) }),
  answer: institution,
  idempotent: true,
})

export const saveInstitution = endpoint({
  method: 'PUT',
  path: '/api/institutions/:id',
  summary: 'Changes code, names, province and other spellings',
  params,
  body: content.extend({ version: z.int() }),
  answer: institution,
})

export const moveInstitution = endpoint({
  method: 'POST',
  path: '/api/institutions/:id/state',
  summary: 'Verifies, closes or reopens an institution',
  params,
  body: z.strictObject({ state: z.enum(institutionStates), version: z.int() }),
  answer: institution,
})

const cellProblem = z.object({ column: z.string(), value: z.string(), message: z.string() })

/** The request body is the sheet itself (XLSX or CSV). */
export const importInstitutions = endpoint({
  method: 'POST',
  path: '/api/institutions/import',
  summary: 'Adds and changes institutions from a sheet: all of them or none; a dry run only reports what would happen',
  query: z.strictObject({ dryRun: z.enum(['true', 'false']).default('true') }),
  answer: z.object({
    dryRun: z.boolean(),
    /** How many rows have each outcome. */
    counts: z.record(z.enum(importOutcomes), z.int()),
    /** Row numbers are those of the sheet, including the heading row. */
    problems: z.array(cellProblem.extend({ row: z.int() })),
  }),
})

/** The response is a file. */
export const readInstitutionTemplate = endpoint({
  method: 'GET',
  path: '/api/institutions/import/template',
  summary: 'An empty sheet with the columns of an import',
  answer: z.never(),
})

/** What moves when an institution is merged into another one. */
const moved = z.object({ people: z.int(), teams: z.int(), officers: z.int(), below: z.int(), others: z.int() })

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/merge',
  summary: 'What would move if the institution were merged into another one',
  params,
  query: z.strictObject({ into: institutionId }),
  answer: z.object({
    moved,
    /** Why they cannot be merged; null: they can. */
    whyNot: z.string().nullable(),
  }),
})

export const mergeInstitution = endpoint({
  method: 'POST',
  path: '/api/institutions/:id/merge',
  summary: 'Merges an institution into another one; undone within a day',
  params,
  body: z.strictObject({ into: institutionId, version: z.int() }),
  answer: z.object({ id: institutionMergeId, moved }),
})

const merge = z.object({
  id: institutionMergeId,
  from: names,
  into: names,
  intoId: institutionId,
  mergedAt: z.iso.datetime(),
  /** Until when it can be undone. */
  until: z.iso.datetime(),
})

export const listMerges = endpoint({
  method: 'GET',
  path: '/api/institution-merges',
  summary: 'Merges that can still be undone',
  answer: z.object({ list: z.array(merge) }),
})
export type InstitutionMerge = z.infer<typeof merge>

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/institution-merges/:id/undoing',
  summary: 'Undoes a merge: what it moved goes back, as far as it was not changed since',
  params: z.strictObject({ id: institutionMergeId }),
  answer: z.object({}),
})

const spelling = z.object({
  /** As it was typed. */
  text: z.string(),
  people: z.int(),
  teams: z.int(),
  suggestions: z.array(shownInstitution),
})
export type Spelling = z.infer<typeof spelling>

export const listSpellings = endpoint({
  method: 'GET',
  path: '/api/institution-spellings',
  summary: 'Spellings of schools in profiles that belong to no institution yet, the most frequent first',
  query: pageQuery.extend({ search: search.optional() }),
  answer: pageOf(spelling),
})

export const matchSpelling = endpoint({
  method: 'POST',
  path: '/api/institution-spellings',
  summary: 'Says which institution a spelling means; the spelling itself stays where it is',
  body: z.strictObject({
    text: z.string().min(1).max(400),
    institutionId,
    /** Others who type it will find the institution. */
    asAlias: z.boolean(),
  }),
  answer: z.object({ people: z.int(), teams: z.int() }),
})
