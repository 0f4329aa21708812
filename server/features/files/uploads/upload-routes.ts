import type { MessageId } from '@lectern/messages/message-id.ts'
import {
  beginUpload as beginEndpoint,
  cancelUpload as cancelEndpoint,
  completeUpload,
  continueUpload as continueEndpoint,
  describeUploads,
  linkUploadParts,
  readUpload,
  readUploadParts,
} from '@lectern/contract/files/uploads.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { t } from '../../../platform/messages.ts'
import { everyone, signedIn } from '../../../platform/policy.ts'
import type { FileReaders } from '../content/read-file.ts'
import { completeParts, linkParts, readParts } from './part-uploads.ts'
import type { Receivers } from './running-uploads.ts'
import {
  expiryHeader,
  partHeader,
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
export const uploadRoutes = ({ serve, serveExchange }: Http, receivers: Receivers, readers: FileReaders): void => {
  const rules = { policy: signedIn, headers: { ...tusHeaders, 'tus-version': tusAbilities['tus-version'] } }

  serveExchange(describeUploads, { policy: everyone, headers: tusHeaders }, async () => ({
    status: 204,
    headers: tusAbilities,
  }))

  serveExchange(beginEndpoint, rules, async ({ ctx }, { headers }) => {
    requireVersion(headers)
    const begun = await beginUpload(ctx, readNewUpload(headers, words(ctx)), readers)
    return {
      status: 201,
      headers: { location: `/api/uploads/${begun.id}`, ...expiryHeader(begun), ...partHeader(begun) },
    }
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

  serve(readUploadParts, { policy: signedIn }, ({ ctx, params }) => readParts(ctx, params.id))

  // A large file has hundreds of parts.
  serve(linkUploadParts, { policy: signedIn, limited: false }, async ({ ctx, params, body }) => ({
    links: await linkParts(ctx, params.id, body, readers),
  }))

  serve(completeUpload, { policy: signedIn }, async ({ ctx, params, body }) => {
    await completeParts(ctx, params.id, Buffer.from(body.sha256, 'hex'), { receivers, readers })
    return {}
  })
}
