import {
  createArticle as createEndpoint,
  deleteArticle as deleteEndpoint,
  listArticles,
  moveArticle as moveEndpoint,
  previewArticle as previewEndpoint,
  readArticle,
  saveArticle as saveEndpoint,
} from '@lectern/contract/articles/articles.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { presentManaged, presentManagedPage } from './editor-present.ts'
import {
  createArticle,
  deleteArticle,
  findArticleProblems,
  findNewArticleProblems,
  listManaged,
  moveArticle,
  previewArticle,
  requireManaged,
  saveArticle,
} from './editor.ts'
import { presentPreview } from './present.ts'

/** Room for the longest text in all five languages; Chinese takes three bytes a character. */
const largestArticle = 2 * 1024 * 1024

export const articleEditingRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers('content') }
  const wide = { ...rules, largestBody: largestArticle }

  serve(listArticles, rules, async ({ ctx, query }) => presentManagedPage(ctx, await listManaged(ctx, query)))

  serve(readArticle, rules, async ({ ctx, params }) => presentManaged(ctx, await requireManaged(ctx, params.id)))

  serve(
    createEndpoint,
    { ...wide, alsoWrong: ({ ctx, body }) => findNewArticleProblems(ctx, body) },
    async ({ ctx, body, idempotencyKey }) => presentManaged(ctx, await createArticle(ctx, body, idempotencyKey)),
  )

  serve(
    saveEndpoint,
    { ...wide, alsoWrong: ({ ctx, params, body }) => findArticleProblems(ctx, params.id, body) },
    async ({ ctx, params, body }) => presentManaged(ctx, await saveArticle(ctx, params.id, body)),
  )

  serve(moveEndpoint, rules, async ({ ctx, params, body: { state, version } }) =>
    presentManaged(ctx, await moveArticle(ctx, params.id, state, version)),
  )

  serve(deleteEndpoint, rules, async ({ ctx, params, query }) => {
    await deleteArticle(ctx, params.id, query.version)
    return {}
  })

  serve(previewEndpoint, wide, async ({ ctx, body: { locale, content } }) =>
    presentPreview({ ...ctx, locale }, await previewArticle(ctx, content)),
  )
}
