import * as contract from '@lectern/contract/certificates/certificate-office.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { sheetUploads } from '../../platform/sheets/read-sheet.ts'
import { sheetTypes } from '../../platform/sheets/write-sheet.ts'
import { issuesOfOthers, templatesOfOthers } from './affected-activities.ts'
import {
  createIssue,
  deleteIssue,
  listIssues,
  readIssue,
  readIssuePlan,
  requireIssue,
  saveIssue,
  startIssue,
} from './issues/issues.ts'
import { notifyIssue } from './holders/notices.ts'
import { importPeople, peopleTemplate } from './issues/people-sheet.ts'
import type { SiteTitle } from './issues/plan.ts'
import { previewIssue } from './issues/preview.ts'
import { checkTemplate, previewTemplate } from './templates/previews.ts'
import { createSeries, listSeries } from './issues/series.ts'
import { createTemplate, deleteTemplate, listTemplates, readTemplate, saveTemplate } from './templates/templates.ts'

const rules = { policy: organisers('contest') }
const ofIssue = { ...rules, ...issuesOfOthers }
const ofTemplate = { ...rules, ...templatesOfOthers }
/** Forty texts in five languages. */
const largestDesign = 256 * 1024

const largestSheet = 5 * 1024 * 1024

export const certificateOfficeRoutes = ({ serve, serveFile, serveUpload }: Http, siteTitle: SiteTitle): void => {
  serve(contract.listTemplates, rules, ({ ctx, query }) => listTemplates(ctx, query))
  serveFile(contract.previewTemplate, { ...rules, largestBody: largestDesign }, ({ ctx, body }) =>
    previewTemplate(ctx, body, siteTitle),
  )
  serve(contract.checkTemplate, { ...rules, largestBody: largestDesign }, ({ ctx, body }) =>
    checkTemplate(ctx, body, siteTitle),
  )
  serve(contract.readTemplate, rules, ({ ctx, params }) => readTemplate(ctx, params.id))
  serve(contract.createTemplate, rules, ({ ctx, body, idempotencyKey }) => createTemplate(ctx, body, idempotencyKey))
  serve(contract.saveTemplate, { ...ofTemplate, largestBody: largestDesign }, ({ ctx, params, body }) =>
    saveTemplate(ctx, params.id, body),
  )
  serve(contract.deleteTemplate, ofTemplate, async ({ ctx, params, query }) => {
    await deleteTemplate(ctx, params.id, query.version)
    return {}
  })

  serve(contract.listSeries, rules, ({ ctx, query }) => listSeries(ctx, query))
  serve(contract.createSeries, rules, ({ ctx, body }) => createSeries(ctx, body))

  serve(contract.listIssues, rules, ({ ctx, query }) => listIssues(ctx, query))
  serve(contract.createIssue, rules, ({ ctx, body, idempotencyKey }) => createIssue(ctx, body, idempotencyKey))
  serve(contract.readIssue, rules, ({ ctx, params }) => readIssue(ctx, params.id))
  serve(contract.saveIssue, ofIssue, ({ ctx, params, body }) => saveIssue(ctx, params.id, body))
  serve(contract.deleteIssue, ofIssue, async ({ ctx, params, query }) => {
    await deleteIssue(ctx, params.id, query.version)
    return {}
  })
  serveUpload(
    contract.importPeople,
    { ...ofIssue, types: sheetUploads, maxBytes: largestSheet },
    ({ ctx, params, query, file }) => importPeople(ctx, params.id, file, query.dryRun === 'true'),
  )
  serveFile(contract.readPeopleTemplate, rules, async ({ ctx, params }) => ({
    type: sheetTypes.xlsx,
    ...(await peopleTemplate(ctx, params.id)),
  }))
  serve(contract.readIssuePlan, ofIssue, ({ ctx, params, query }) => readIssuePlan(ctx, params.id, query, siteTitle))
  serveFile(contract.previewIssue, ofIssue, ({ ctx, params }) => previewIssue(ctx, params.id, siteTitle))
  serve(contract.startIssue, ofIssue, ({ ctx, params, body }) => startIssue(ctx, params.id, body.version))
  serve(contract.notifyHolders, ofIssue, async ({ ctx, params }) => {
    await requireIssue(ctx, params.id)
    return { notified: await notifyIssue(ctx, params.id) }
  })
}
