import * as contract from '@lectern/contract/results/public-results.ts'
import { readWorkResult as readWorkResultEndpoint } from '@lectern/contract/works/work-results.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { everyone, signedIn } from '../../../platform/policy.ts'
import type { SheetThreads } from '../../../platform/sheets/sheet-threads.ts'
import { sheetTypes } from '../../../platform/sheets/write-sheet.ts'
import { exportListText, exportPublicResult } from '../office/export.ts'
import { readWorkResult } from './feedback.ts'
import { listPublicWorks, openPublicCover, openPublicFile, openPublicPicture, readPublicWork } from './gallery.ts'
import { listPublicResults, readPublicity, readPublicResult } from './public-results.ts'

/** What was searched for is not kept: there are too many words. */
const cacheOptions = {
  policy: everyone,
  public: { keepWhen: ({ query }: { query: { search?: string | undefined } }) => !query.search },
}

export const publicResultRoutes = ({ serve, serveFile }: Http, threads: SheetThreads): void => {
  serve(contract.listPublicResults, { policy: everyone, public: {} }, ({ ctx }) => listPublicResults(ctx))

  serve(contract.readPublicResult, cacheOptions, ({ ctx, params, query }) => readPublicResult(ctx, params.id, query))

  serve(contract.readPublicity, cacheOptions, ({ ctx, params, query }) => readPublicity(ctx, params.id, query))

  serve(contract.listPublicWorks, cacheOptions, ({ ctx, query }) => listPublicWorks(ctx, query))

  serve(contract.readPublicWork, { policy: everyone, public: {} }, ({ ctx, params }) => readPublicWork(ctx, params.id))

  // Players ask for many ranges, and the gallery for many pictures.
  const stored = { policy: everyone, isStored: true, limited: false } as const
  serveFile(contract.openPublicFile, stored, ({ ctx, params }) => openPublicFile(ctx, params))

  serveFile(contract.openPublicCover, stored, ({ ctx, params }) => openPublicCover(ctx, params.id))

  serveFile(contract.openPublicPicture, stored, ({ ctx, params }) => openPublicPicture(ctx, params))

  serveFile(contract.exportPublicResult, { policy: everyone }, async ({ ctx, params }) => {
    const { name, body } = await exportPublicResult(ctx, params.id, threads)
    return { type: sheetTypes.csv, name, body }
  })

  serveFile(contract.exportListText, { policy: everyone }, async ({ ctx, params }) => ({
    type: 'text/plain; charset=utf-8',
    ...(await exportListText(ctx, params.id)),
  }))

  serve(readWorkResultEndpoint, { policy: signedIn }, ({ ctx, params }) => readWorkResult(ctx, params.id))
}
