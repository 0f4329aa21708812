import { isConfidential, type FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { Ctx } from '../../platform/context.ts'
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
  await sendNotices(ctx, [
    {
      to: { account: ownerId },
      kind: 'security',
      message: 'file.infected',
      values,
      ...(isSecret && { isConfidential: true as const }),
    },
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
