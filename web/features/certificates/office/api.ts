import type * as office from '@lectern/contract/certificate-office.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/certificates.ts'
import { endpoint, type Client } from '../../../request/client.ts'

export const listCertificates = endpoint<typeof contract.listCertificates>('GET', '/api/certificates')
export const readCertificate = endpoint<typeof contract.readCertificate>('GET', '/api/certificates/:id')
export const revokeCertificate = endpoint<typeof contract.revokeCertificate>('POST', '/api/certificates/:id/revocation')
export const replaceCertificate = endpoint<typeof contract.replaceCertificate>(
  'POST',
  '/api/certificates/:id/replacement',
)
export const bundleCertificates = endpoint<typeof contract.bundleCertificates>('POST', '/api/certificates/bundles')
export const listCorrections = endpoint<typeof contract.listCorrections>('GET', '/api/certificate-corrections')
export const decideCorrection = endpoint<typeof contract.decideCorrection>(
  'POST',
  '/api/certificate-corrections/:id/decision',
)
export const listTemplates = endpoint<typeof office.listTemplates>('GET', '/api/certificate-templates')
export const readTemplate = endpoint<typeof office.readTemplate>('GET', '/api/certificate-templates/:id')
export const createTemplate = endpoint<typeof office.createTemplate>('POST', '/api/certificate-templates')
export const saveTemplate = endpoint<typeof office.saveTemplate>('PUT', '/api/certificate-templates/:id')
export const deleteTemplate = endpoint<typeof office.deleteTemplate>('DELETE', '/api/certificate-templates/:id')
export const checkTemplate = endpoint<typeof office.checkTemplate>('POST', '/api/certificate-templates/check')
export const listSeries = endpoint<typeof office.listSeries>('GET', '/api/certificate-series')
export const createSeries = endpoint<typeof office.createSeries>('POST', '/api/certificate-series')
export const listIssues = endpoint<typeof office.listIssues>('GET', '/api/certificate-issues')
export const readIssue = endpoint<typeof office.readIssue>('GET', '/api/certificate-issues/:id')
export const createIssue = endpoint<typeof office.createIssue>('POST', '/api/certificate-issues')
export const saveIssue = endpoint<typeof office.saveIssue>('PUT', '/api/certificate-issues/:id')
export const deleteIssue = endpoint<typeof office.deleteIssue>('DELETE', '/api/certificate-issues/:id')
export const readIssuePlan = endpoint<typeof office.readIssuePlan>('GET', '/api/certificate-issues/:id/plan')
export const startIssue = endpoint<typeof office.startIssue>('POST', '/api/certificate-issues/:id/start')
export const notifyHolders = endpoint<typeof office.notifyHolders>('POST', '/api/certificate-issues/:id/notifications')
const importPeople = endpoint<typeof office.importPeople>('POST', '/api/certificate-issues/:id/sheet')
export type ImportResult = AnswerOf<typeof importPeople>

/** A long sheet takes a while. */
const importTimeout = 120_000

/** The request body is the sheet itself, for which the contract has no schema. */
export const importSheet = (
  client: Client,
  id: CertificateIssueId,
  sheet: Blob,
  dryRun: boolean,
): Promise<ImportResult> => {
  const input = { params: { id }, query: { dryRun: dryRun ? 'true' : 'false' } as const, body: sheet }
  const { body: _body, ...typed } = input
  return client(importPeople, input as typeof typed, { timeout: importTimeout, inPlaceSignIn: true })
}
