import {
  listDocuments,
  publishDocument,
  readDocument,
  readDocumentSource,
} from '@lectern/contract/documents/documents.ts'
import { listMyConsents } from '@lectern/contract/accounts/my-data.ts'
import type { Http } from '../../platform/http/serve.ts'
import { pageFrom } from '../../platform/paging.ts'
import { everyone, organisers, signedIn } from '../../platform/policy.ts'
import { presentConsent, presentDocument, presentHead } from './present.ts'
import {
  listConsents,
  listDocumentsInForce,
  publishDocument as publish,
  requireDocument,
  requireInForce,
} from './service.ts'

/** Room for the longest document in all five languages; Chinese takes three bytes a character. */
const largestDocument = 1024 * 1024

export const documentRoutes = ({ serve }: Http): void => {
  serve(listDocuments, { policy: everyone, public: { isSteady: () => true } }, async ({ ctx, query }) => {
    const documents = await listDocumentsInForce(ctx)
    return pageFrom(
      documents.map((document) => presentHead(ctx, document)),
      query,
    )
  })

  serve(readDocument, { policy: everyone, public: { isSteady: () => true } }, async ({ ctx, params, query }) =>
    presentDocument(ctx, await requireDocument(ctx, params.name, query.version)),
  )

  serve(readDocumentSource, { policy: organisers('content') }, async ({ ctx, params }) =>
    requireInForce(ctx, params.name),
  )

  serve(
    publishDocument,
    { policy: organisers('content'), largestBody: largestDocument },
    async ({ ctx, params, body, idempotencyKey }) =>
      presentHead(ctx, await publish(ctx, params.name, body, idempotencyKey)),
  )

  serve(listMyConsents, { policy: signedIn }, async ({ ctx }) => ({
    list: (await listConsents(ctx, ctx.actor.id)).map((consent) => presentConsent(ctx, consent)),
  }))
}
