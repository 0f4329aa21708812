import * as contract from '@lectern/contract/certificates/certificate-office.ts'
import type { CertificateKind } from '@lectern/contract/certificates/certificate-values.ts'
import { listCertificates, verifyCertificate } from '@lectern/contract/certificates/certificates.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { CertificateIssueId, CertificateSeriesId } from '@lectern/contract/ids.ts'
import { installTemplates } from '../features/certificates/service.ts'
import { english, type TestPerson } from './people.ts'
import { eventually, fixedNow, type TestSite } from './site.ts'

/** What an organiser does with certificates. */
export const issuerOf = async (site: TestSite, organiser: TestPerson) => {
  await installTemplates(site.db, fixedNow)
  const as = { headers: english(organiser) }
  const { list: templates } = (await site.ask(contract.listTemplates, { ...as, query: {} })).data
  const templateOf = (kind: CertificateKind) => templates.find((one) => one.kind === kind)!
  let codes = 0
  const newSeries = async (): Promise<CertificateSeriesId> => {
    codes += 1
    const code = `T${String(codes).padStart(2, '0')}`
    return (await site.ask(contract.createSeries, { ...as, body: { prefix: 'LT', year: 2026, code } })).data.id
  }
  const read = async (id: CertificateIssueId) => (await site.ask(contract.readIssue, { ...as, params: { id } })).data
  return {
    as,
    templates,
    templateOf,
    newSeries,
    read,
    create: async (
      kind: CertificateKind,
      source: contract.IssueSourceInput,
      changes: Partial<{
        series: CertificateSeriesId
        notify: boolean
        locale: 'zh-CN' | 'pt-BR'
        revokedToo: boolean
      }> = {},
    ) =>
      (
        await site.ask(contract.createIssue, {
          ...as,
          body: {
            template: templateOf(kind).id,
            series: changes.series ?? (await newSeries()),
            source,
            locale: changes.locale ?? 'zh-CN',
            date: '2026-12-08',
            notify: changes.notify ?? false,
            revokedToo: changes.revokedToo ?? false,
          },
        })
      ).data,
    /** A sheet with these lines; dry unless `store`. */
    upload: async (id: CertificateIssueId, lines: readonly string[], { store = true } = {}) => {
      const answer = await fetch(`${site.url}/api/certificate-issues/${id}/sheet?dryRun=${String(!store)}`, {
        method: 'POST',
        headers: { ...organiser.headers, 'content-type': 'text/csv', 'accept-language': 'en-US' },
        body: lines.join('\n'),
      })
      return ((await answer.json()) as { data: AnswerOf<typeof contract.importPeople> }).data
    },
    plan: async (id: CertificateIssueId) =>
      (await site.ask(contract.readIssuePlan, { ...as, params: { id }, query: { pageSize: '100' } })).data,
    start: async (id: CertificateIssueId) => {
      const { version } = await read(id)
      return site.ask(contract.startIssue, { ...as, params: { id }, body: { version } })
    },
    /** Waits until an issue that was started has ended. */
    ended: (id: CertificateIssueId) =>
      eventually(async () => {
        const issue = await read(id)
        if (issue.finishedAt === null) throw new Error(`still ${issue.state}: ${issue.ready} of ${issue.certificates}`)
        return issue
      }),
    list: async (query: Record<string, string> = {}) =>
      (await site.ask(listCertificates, { ...as, query: { pageSize: '100', ...query } })).data.list,
    verify: async (number: string, code?: string, headers: Record<string, string> = {}) =>
      (
        await site.ask(verifyCertificate, {
          headers: { 'accept-language': 'en-US', ...headers },
          params: { number },
          query: code === undefined ? {} : { code },
        })
      ).data,
  }
}
