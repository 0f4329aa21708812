import { z } from 'zod'
import { certificateDesign } from './certificate-designs.ts'
import { prefixForm, seriesCodeForm } from './certificate-numbers.ts'
import { certificateKinds, issueSources, issueStates, mergeFields, planOutcomes } from './certificate-values.ts'
import { endpoint } from '../endpoint.ts'
import {
  accountId,
  activityId,
  certificateIssueId,
  certificateSeriesId,
  certificateTemplateId,
  editionId,
  resultListId,
  roundId,
  taskId,
} from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedLine, needed } from '../localized-fields.ts'
import { seenVersion, versionQuery } from '../ordering.ts'
import { pageOf, pageQuery } from '../paging.ts'

/** Templates, series and issues of certificates: what organisers prepare. */

const refusal = z.string().nullable()
const localized = z.partialRecord(z.enum(locales), z.string())
const kind = z.enum(certificateKinds)

const listedTemplate = z.object({
  id: certificateTemplateId,
  version: z.int(),
  kind,
  /** In the caller's language. */
  name: z.string(),
  /** Of its last version. */
  page: certificateDesign.shape.page,
  /** Languages in which every text of it is written. */
  languages: z.array(z.enum(locales)),
  /** The number of its last version, and how many certificates all its versions have. */
  number: z.int(),
  certificates: z.int(),
  updatedAt: z.iso.datetime(),
})
export type ListedTemplate = z.infer<typeof listedTemplate>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/certificate-templates',
  summary: 'Templates of certificates, for organisers',
  query: pageQuery.extend({ kind: kind.optional() }),
  answer: pageOf(listedTemplate),
})

/** A picture that a template prints as a stamp. */
const stamp = z.object({
  file: z.string(),
  /** Who has uploaded it; null: their account is gone. */
  by: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
})
export type CertificateStamp = z.infer<typeof stamp>

const template = listedTemplate.extend({
  source: z.object({ name: localized, design: certificateDesign }),
  stamps: z.array(stamp),
  /** The last version has certificates: saving makes a new one. */
  isUsed: z.boolean(),
  may: z.object({ delete: refusal }),
})
export type CertificateTemplate = z.infer<typeof template>

const templateParams = z.strictObject({ id: certificateTemplateId })

export const readTemplate = endpoint({
  method: 'GET',
  path: '/api/certificate-templates/:id',
  summary: 'A template with its last version, for organisers',
  params: templateParams,
  answer: template,
})

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/certificate-templates',
  summary: 'Creates a template as a copy of another one',
  idempotent: true,
  body: z.strictObject({ copyOf: certificateTemplateId, name: needed(localizedLine(100)) }),
  answer: template,
})

export const saveTemplate = endpoint({
  method: 'PUT',
  path: '/api/certificate-templates/:id',
  summary: 'Saves a template; a version that has certificates stays, and a new one is made',
  params: templateParams,
  body: z.strictObject({ version: seenVersion, name: needed(localizedLine(100)), design: certificateDesign }),
  answer: template,
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/certificate-templates/:id',
  summary: 'Deletes a template that has no certificates',
  params: templateParams,
  query: versionQuery,
  answer: z.object({}),
})

/** Invented values, or the longest that real people and works have. */
const sample = z.enum(['usual', 'longest'])

/** The response is a PDF, exactly as it would be issued but for its number. */
export const previewTemplate = endpoint({
  method: 'POST',
  path: '/api/certificate-templates/preview',
  summary: 'A design as PDF, with invented values or the longest real ones',
  body: z.strictObject({ kind, design: certificateDesign, locale: z.enum(locales), sample: sample.default('usual') }),
  answer: z.never(),
})

/** What would be in the way of issuing with a design: texts that do not fit, characters that cannot be printed. */
export const checkTemplate = endpoint({
  method: 'POST',
  path: '/api/certificate-templates/check',
  summary: 'What in a design does not fit or cannot be printed, by element',
  body: previewTemplate.body,
  answer: z.object({
    problems: z.array(z.object({ element: z.string(), message: z.string() })),
    /** The values that were filled in. */
    values: z.record(z.enum(mergeFields), z.string()),
  }),
})

const series = z.object({
  id: certificateSeriesId,
  prefix: z.string(),
  year: z.int(),
  code: z.string(),
  /** As the next certificate of it would have. */
  nextNumber: z.string(),
  issued: z.int(),
})
export type CertificateSeries = z.infer<typeof series>

export const listSeries = endpoint({
  method: 'GET',
  path: '/api/certificate-series',
  summary: 'Number series of certificates, the newest first, for organisers',
  query: pageQuery,
  answer: pageOf(series),
})

export const createSeries = endpoint({
  method: 'POST',
  path: '/api/certificate-series',
  summary: 'Creates a number series',
  body: z.strictObject({
    /** Capital letters without I and O. */
    prefix: z.string().regex(prefixForm),
    year: z.int().min(2000).max(2999),
    /** Usually that of an activity. */
    code: z.string().regex(seriesCodeForm),
  }),
  answer: series,
})

/** Where the people come from: what each source needs beside its name. */
const source = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('results'), list: resultListId }),
  z.strictObject({ from: z.literal('works'), activity: activityId }),
  z.strictObject({ from: z.literal('experts'), round: roundId }),
  /** Institutions with at least this many accepted works. */
  z.strictObject({ from: z.literal('institutions'), activity: activityId, least: z.int().min(1).max(1_000) }),
  z.strictObject({ from: z.literal('sheet'), edition: editionId, activity: activityId.nullable() }),
])
export type IssueSourceInput = z.infer<typeof source>

const day = z.iso.date()

const issueContent = z.strictObject({
  template: certificateTemplateId,
  series: certificateSeriesId,
  locale: z.enum(locales),
  /** Printed as the date of issue. */
  date: day,
  /** Tells holders, on the site and by mail, once their certificates can be downloaded. */
  notify: z.boolean(),
  /** People whose certificate was revoked get a new one. */
  revokedToo: z.boolean(),
})

const issue = z.object({
  id: certificateIssueId,
  version: z.int(),
  kind,
  state: z.enum(issueStates),
  /** What it is about, in the caller's language: the name of an activity, round or edition. */
  title: z.string(),
  /** Of its edition. */
  year: z.int(),
  source: z.object({ from: z.enum(issueSources) }),
  template: z.object({ id: certificateTemplateId, name: z.string() }),
  series: z.object({ id: certificateSeriesId, nextNumber: z.string() }),
  locale: z.enum(locales),
  date: day,
  notify: z.boolean(),
  revokedToo: z.boolean(),
  /** Rows of its sheet; null: it has another source. */
  sheetRows: z.int().nullable(),
  /** Certificates, those of them that can be downloaded, and people who got none for a reason. */
  certificates: z.int(),
  ready: z.int(),
  blocked: z.int(),
  task: taskId.nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  may: z.object({ edit: refusal, start: refusal, delete: refusal }),
})
export type CertificateIssue = z.infer<typeof issue>

export const listIssues = endpoint({
  method: 'GET',
  path: '/api/certificate-issues',
  summary: 'Issues of certificates, the newest first, for organisers',
  query: pageQuery.extend({ state: z.enum(issueStates).optional() }),
  answer: pageOf(issue),
})

const issueParams = z.strictObject({ id: certificateIssueId })

export const readIssue = endpoint({
  method: 'GET',
  path: '/api/certificate-issues/:id',
  summary: 'An issue of certificates and how far it has come, for organisers',
  params: issueParams,
  answer: issue,
})

export const createIssue = endpoint({
  method: 'POST',
  path: '/api/certificate-issues',
  summary: 'Prepares an issue; nothing is issued yet',
  idempotent: true,
  body: issueContent.extend({ source }),
  answer: issue,
})

export const saveIssue = endpoint({
  method: 'PUT',
  path: '/api/certificate-issues/:id',
  summary: 'Changes an issue that has no certificates yet',
  params: issueParams,
  body: issueContent.extend({ version: seenVersion }),
  answer: issue,
})

export const deleteIssue = endpoint({
  method: 'DELETE',
  path: '/api/certificate-issues/:id',
  summary: 'Deletes an issue that has no certificates',
  params: issueParams,
  query: versionQuery,
  answer: z.object({}),
})

/** Row numbers are those of the sheet, including the heading row. */
const sheetRow = z.object({
  row: z.int(),
  name: z.string(),
  problems: z.array(z.object({ column: z.string(), value: z.string(), message: z.string() })),
})
export type CertificateSheetRow = z.infer<typeof sheetRow>

/** A sheet with a row for each certificate. Its columns are in `certificateColumns`. The body is the file. */
export const importPeople = endpoint({
  method: 'POST',
  path: '/api/certificate-issues/:id/sheet',
  summary: 'Reads the people of an issue from a sheet: a dry run first, then all of them or none',
  params: issueParams,
  query: z.strictObject({ dryRun: z.enum(['true', 'false']).default('true') }),
  answer: z.object({
    dryRun: z.boolean(),
    total: z.int(),
    /** Rows with a problem, at most 500. */
    rows: z.array(sheetRow),
  }),
})

/** The response is a file. */
export const readPeopleTemplate = endpoint({
  method: 'GET',
  path: '/api/certificate-issues/:id/sheet/template',
  summary: 'An empty sheet for the people of an issue',
  params: issueParams,
  answer: z.never(),
})

const planRow = z.object({
  name: z.string(),
  /** As on paper, in the language of the issue. */
  award: z.string(),
  work: z.string(),
  institution: z.string(),
  /** Null: nobody of that name has an account here. */
  holder: accountId.nullable(),
  outcome: z.enum(planOutcomes),
  /** Of the certificate that they have. */
  number: z.string().nullable(),
  /** Why it is blocked, in the caller's language. */
  problems: z.array(z.string()),
})
export type PlanRow = z.infer<typeof planRow>

export const readIssuePlan = endpoint({
  method: 'GET',
  path: '/api/certificate-issues/:id/plan',
  summary: 'A dry run: who would get what, and what is missing, in the order of the numbers',
  params: issueParams,
  query: pageQuery.extend({ outcome: z.enum(planOutcomes).optional() }),
  answer: pageOf(planRow).extend({
    counts: z.record(z.enum(planOutcomes), z.int()),
    /** The first and last numbers that would be assigned; null: none. */
    first: z.string().nullable(),
    last: z.string().nullable(),
  }),
})

/** The response is a PDF: the certificate with the first of the new numbers, or the first one of an issue that has no new ones. */
export const previewIssue = endpoint({
  method: 'GET',
  path: '/api/certificate-issues/:id/preview',
  summary: 'The first certificate of an issue as PDF, before it is issued',
  params: issueParams,
  answer: z.never(),
})

export const startIssue = endpoint({
  method: 'POST',
  path: '/api/certificate-issues/:id/start',
  summary: 'Issues certificates to everybody who has none yet, in the background',
  params: issueParams,
  body: z.strictObject({ version: seenVersion }),
  answer: issue,
})

export const notifyHolders = endpoint({
  method: 'POST',
  path: '/api/certificate-issues/:id/notifications',
  summary: 'Tells the holders of an issue who have not been told yet',
  params: issueParams,
  answer: z.object({ notified: z.int() }),
})
