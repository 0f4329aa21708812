import {
  listRevisions as listEndpoint,
  readRevision,
  type RevisionHead,
} from '@lectern/contract/revisions/revisions.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { listRevisions, requireRevision } from './service.ts'

const presentHead = ({ number, at, by }: { number: number; at: Date; by: string | null }): RevisionHead => ({
  number,
  at: at.toISOString(),
  by,
})

export const revisionRoutes = ({ serve }: Http): void => {
  serve(listEndpoint, { policy: organisers('content') }, async ({ ctx, params }) => ({
    list: (await listRevisions(ctx, params)).map(presentHead),
  }))

  serve(readRevision, { policy: organisers('content') }, async ({ ctx, params: { number, ...subject } }) => {
    const revision = await requireRevision(ctx, subject, number)
    return { ...presentHead(revision), content: revision.content }
  })
}
