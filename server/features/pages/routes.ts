import {
  listPages as listEndpoint,
  previewPage as previewEndpoint,
  publishPage,
  readBlock,
  readPage,
  readPageDraft,
  readPageFile,
  savePageDraft,
  type ShownPage,
} from '@lectern/contract/pages/pages.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone, organisers } from '../../platform/policy.ts'
import { pageFile } from './page-file.ts'
import { presentBlock, presentDraft, presentHead, presentPage } from './present.ts'
import { listPages, previewPage, publishDraft, requireBlock, requireDraft, requirePage, saveDraft } from './service.ts'

/** Room for a long page in all five languages. */
const largestPage = 4 * 1024 * 1024

/** Their data change by hand only; those of other sections may change by time alone. */
const steadyTypes: readonly string[] = ['logos', 'document']

const isSteady = ({ sections }: ShownPage): boolean =>
  sections.every((section) => !('data' in section) || steadyTypes.includes(section.type))

export const sectionRoutes = ({ serve, serveFile }: Http): void => {
  serve(readPage, { policy: everyone, public: { isSteady } }, async ({ ctx, params }) =>
    presentPage(ctx, await requirePage(ctx, params.name)),
  )

  serve(readBlock, { policy: everyone, public: {} }, async ({ ctx, params }) =>
    presentBlock(ctx, await requireBlock(ctx, params.name, params.block)),
  )

  serveFile(readPageFile, { policy: everyone }, async ({ ctx, params }) =>
    pageFile(ctx, await presentPage(ctx, await requirePage(ctx, params.name))),
  )

  serve(listEndpoint, { policy: organisers('content') }, async ({ ctx }) => ({
    list: (await listPages(ctx)).map(presentHead),
  }))

  serve(readPageDraft, { policy: organisers('content') }, async ({ ctx, params }) =>
    presentDraft(await requireDraft(ctx, params.name)),
  )

  serve(savePageDraft, { policy: organisers('content'), largestBody: largestPage }, async ({ ctx, params, body }) =>
    presentDraft(await saveDraft(ctx, params.name, body)),
  )

  serve(publishPage, { policy: organisers('content') }, async ({ ctx, params, body }) =>
    presentDraft(await publishDraft(ctx, params.name, body.version)),
  )

  serve(previewEndpoint, { policy: organisers('content'), largestBody: largestPage }, async ({ ctx, params, body }) => {
    const reader = { ...ctx, locale: body.locale }
    return presentPage(reader, previewPage(reader, params.name, body.sections))
  })
}
