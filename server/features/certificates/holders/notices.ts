import type { AccountId, CertificateId, CertificateIssueId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { activitiesOfCertificate } from '../affected-activities.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { asWritten, sendNotices } from '../../notices/service.ts'
import type { CertificateContent } from '../tables.ts'

/** Where holders find their certificates. */
export const ownPath = '/account/Certificate'

const batch = 100

interface Untold extends Record<string, unknown> {
  id: CertificateId
  holder: AccountId
  number: string
  content: CertificateContent
}

/** Marks some holders as told, and gives them. Two processes never tell anybody twice. */
const takeUntold = async ({ db, now }: Ctx, id: CertificateIssueId): Promise<Untold[]> => {
  const { rows } = await db.execute<Untold>(sql`
    with untold as (
      select certificate.id from certificate
      join account on account.id = certificate.holder_id and account.status = 'active'
      where issue_id = ${id} and state = 'issued' and notified_at is null and file_id is not null
      order by sequence limit ${batch}
      for update of certificate skip locked
    )
    update certificate set notified_at = ${now} from untold where certificate.id = untold.id
    returning certificate.id, certificate.holder_id as holder, certificate.number, certificate.content
  `)
  return rows
}

/** Tells holders, on the site and by mail, that a certificate is there, or that a new one stands instead of an old one. */
export const notifyHolders = (
  ctx: Ctx,
  what: 'issued' | 'replaced' | 'revoked',
  certificates: readonly Pick<Untold, 'id' | 'holder' | 'number' | 'content'>[],
): Promise<void> =>
  sendNotices(
    ctx,
    certificates.map(({ id, holder, number, content }) => ({
      to: { account: holder },
      kind: 'contest',
      message: `certificate.${what}`,
      values: {
        number: asWritten(number),
        name: asWritten(content.values.name),
        about: asWritten(content.values.award || content.values.activity || content.values.edition),
      },
      link: ownPath,
      activities: activitiesOfCertificate({ id }),
    })),
  )

/** Tells all holders of an issue who have not been told yet. */
export const notifyIssue = async (outer: Ctx, id: CertificateIssueId, signal?: AbortSignal): Promise<number> => {
  let notified = 0
  for (;;) {
    signal?.throwIfAborted()
    const count = await inTransaction(outer, async (ctx) => {
      const untold = await takeUntold(ctx, id)
      await notifyHolders(ctx, 'issued', untold)
      if (untold.length > 0)
        await audit(ctx, 'certificates.notified', {
          subject: { kind: 'certificateIssue', id },
          after: { count: untold.length },
        })
      return untold.length
    })
    notified += count
    if (count < batch) return notified
  }
}
