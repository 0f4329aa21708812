import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { filePurposes, megabyte } from '@lectern/contract/files/file-values.ts'
import type { readFileState } from '@lectern/contract/files/files.ts'
import type { Ctx } from '../../platform/context.ts'
import { t } from '../../platform/messages.ts'
import type { requireFileState } from './content/read-file.ts'

type FileState = Awaited<ReturnType<typeof requireFileState>>

export const presentFileState = (
  { locale }: Ctx,
  { id, purpose, state, name, size, width, height, refusal }: FileState,
): AnswerOf<typeof readFileState> => ({
  id,
  purpose,
  state,
  name,
  size,
  picture: state === 'stored' && width && height ? { id, width, height } : null,
  refusal: refusal && t(locale, `error.${refusal}`, { limitMb: filePurposes[purpose].most / megabyte }),
})
