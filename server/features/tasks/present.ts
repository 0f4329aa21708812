import type { BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import type { Ctx } from '../../platform/context.ts'
import { mayCancel, mayRetry } from './policy.ts'
import type { ShownTask } from './queries.ts'

export const presentTask = ({ now }: Ctx, shown: ShownTask): BackgroundTask => {
  const { file, fileUntil, username, realName, retryAt, createdAt, startedAt, finishedAt, ...rest } = shown
  const isKept = file !== null && fileUntil !== null && fileUntil > now
  return {
    ...rest,
    startedBy: realName ?? username,
    retryAt: retryAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    file: isKept ? { name: file.name, size: file.size, until: fileUntil.toISOString() } : null,
    may: { cancel: mayCancel(rest.state).permitted, retry: mayRetry(rest.state).permitted },
  }
}
