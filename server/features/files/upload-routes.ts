import type { MessageId } from '@lectern/messages/message-id.ts'
import {
  beginUpload as beginEndpoint,
  cancelUpload as cancelEndpoint,
  continueUpload as continueEndpoint,
  describeUploads,
  readUpload,
} from '@lectern/contract/uploads.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { t } from '../../platform/messages.ts'
import { everyone, signedIn } from '../../platform/policy.ts'
import type { FileReaders } from './reading.ts'
import type { Receivers } from './receiving.ts'
import {
  expiryHeader,
  piecesType,
  progressHeaders,
  readNewUpload,
  readOffset,
  requireVersion,
  stateHeaders,
  tusAbilities,
  tusHeaders,
} from './tus.ts'
import { beginUpload, cancelUpload, continueUpload, requireUpload } from './uploads.ts'

const words =
  ({ locale }: Ctx) =>
  (id: MessageId): string =>
    t(locale, id)

/** Resumable uploads by the tus protocol. Nothing is read back here: files have their own addresses. */
export const uploadRoutes = ({ serveExchange }: Http, receivers: Receivers, readers: FileReaders): void => {
  const rules = { policy: signedIn, headers: { ...tusHeaders, 'tus-version': tusAbilities['tus-version'] } }

  serveExchange(describeUploads, { policy: everyone, headers: tusHeaders }, async () => ({
    status: 204,
    headers: tusAbilities,
  }))

  serveExchange(beginEndpoint, rules, async ({ ctx }, { headers }) => {
    requireVersion(headers)
    const begun = await beginUpload(ctx, readNewUpload(headers, words(ctx)), readers)
    return { status: 201, headers: { location: `/api/uploads/${begun.id}`, ...expiryHeader(begun) } }
  })

  serveExchange(readUpload, rules, async ({ ctx, params }, { headers }) => {
    requireVersion(headers)
    return { status: 200, headers: stateHeaders(await requireUpload(ctx, params.id)) }
  })

  // No rate limit: the upload was started within its limits.
  serveExchange(
    continueEndpoint,
    { ...rules, limited: false, takes: piecesType },
    async ({ ctx, params }, { headers, body }) => {
      requireVersion(headers)
      const incoming = { ...readOffset(headers, words(ctx)), body }
      return {
        status: 204,
        headers: progressHeaders(await continueUpload(ctx, params.id, incoming, { receivers, readers })),
      }
    },
  )

  serveExchange(cancelEndpoint, rules, async ({ ctx, params }, { headers }) => {
    requireVersion(headers)
    await cancelUpload(ctx, params.id)
    return { status: 204, headers: {} }
  })
}
