import { certificateCodeLength } from '@lectern/contract/certificates/certificate-values.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import { runInThread } from '../../../platform/threads/thread-pool.ts'
import { printJob } from '../drawing/print.ts'
import { loadPictures } from '../templates/pictures.ts'
import { findWholeIssue } from './issue-queries.ts'
import { planIssue, type SiteTitle } from './plan.ts'
import { nextNumberOf, requireSeries } from './series.ts'

/** The first certificate as it would be issued now; only its code is another one. */
export const previewIssue = async (ctx: Ctx, id: CertificateIssueId, siteTitle: SiteTitle): Promise<FileAnswer> => {
  const issue = await findWholeIssue(ctx.db, id)
  if (!issue) throw fail('certificate.issueNotFound')
  const { rows, design } = await planIssue(ctx, issue, siteTitle)
  const first = rows.find(({ outcome }) => outcome === 'new') ?? rows[0]
  if (!first) throw fail('certificate.nobodyToIssue')
  const facts = {
    number: first.number ?? nextNumberOf(await requireSeries(ctx, issue.seriesId)),
    code: 'x'.repeat(certificateCodeLength),
    locale: issue.locale,
    content: first.content,
    issuedAt: ctx.now,
  }
  const body = await runInThread<Uint8Array>(printJob(facts, design, await loadPictures(ctx, design)))
  return { type: 'application/pdf', body: Buffer.from(body), cacheControl: 'no-store' }
}
