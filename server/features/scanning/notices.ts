import { isConfidential, type FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { asWritten, sendNotices } from '../notices/service.ts'
import type { ScannedFile } from './queries.ts'

/** Tells whoever uploaded a file that belongs to nothing else, and organisers; of confidential files only the former. */
export const notifyOfInfection = async (
  ctx: Ctx,
  { ownerId, purpose, name }: ScannedFile,
  signature: string,
): Promise<void> => {
  const isSecret = purpose !== 'avatar' && isConfidential(purpose satisfies FilePurpose)
  const values = { file: asWritten(name), signature: asWritten(signature) }
  // Whoever wrote content of the site may have left.
  const isThere = (await ctx.db.$count(account, and(eq(account.id, ownerId), eq(account.status, 'active')))) > 0
  await sendNotices(ctx, [
    ...(isThere
      ? [
          {
            to: { account: ownerId },
            kind: 'security' as const,
            message: 'file.infected' as const,
            values,
            ...(isSecret && { isConfidential: true as const }),
          },
        ]
      : []),
    ...(isSecret
      ? []
      : [
          {
            to: { access: 'admin' as const },
            kind: 'security' as const,
            message: 'file.infectedOfOthers' as const,
            values,
          },
        ]),
  ])
}
