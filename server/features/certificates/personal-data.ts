import { eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { certificatesOf } from './holders/certificate-queries.ts'
import { addressOf } from './drawing/print.ts'
import { certificate, certificateCorrection } from './tables.ts'

/**
 * A certificate is a public record of the contest, and the paper stays in people's hands: it stays, with the name that is printed, and
 * can be verified with its code. It no longer belongs to an account; without the code nothing of the name is told. What the person wrote
 * in requests is deleted.
 */
export const certificatesData: PersonalData = {
  collect: async ({ db }, { id }) => ({
    certificates: (await certificatesOf(db, id)).map((row) => ({
      number: row.number,
      kind: row.kind,
      state: row.state,
      ...row.content.values,
      address: addressOf(row),
      issuedAt: row.issuedAt,
      endedAt: row.endedAt,
      reason: row.reason,
    })),
    certificateCorrections: await db
      .select({
        from: certificateCorrection.fromName,
        to: certificateCorrection.toName,
        reason: certificateCorrection.reason,
        state: certificateCorrection.state,
        answer: certificateCorrection.answer,
        createdAt: certificateCorrection.createdAt,
      })
      .from(certificateCorrection)
      .where(eq(certificateCorrection.accountId, id)),
  }),
  erase: async ({ db }, { id }) => {
    await db.update(certificate).set({ holderId: null }).where(eq(certificate.holderId, id))
    await db.delete(certificateCorrection).where(eq(certificateCorrection.accountId, id))
  },
}
