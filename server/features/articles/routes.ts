import type { NewsId } from '@lectern/contract/ids.ts'
import {
  listNews as newsEndpoint,
  listPublished as publishedEndpoint,
  readNews,
} from '@lectern/contract/articles/news.ts'
import { withoutBase } from '@lectern/contract/router-base.ts'
import type { BatchedCounter } from '../../platform/batched-counter.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone } from '../../platform/policy.ts'
import { presentArticle, presentNewsPage, presentPage } from './present.ts'
import { listNews, listPublished, requirePublished } from './service.ts'

export const articleRoutes = ({ serve }: Http, views: BatchedCounter<NewsId>): void => {
  // Searches are too varied to cache.
  const listing = {
    policy: everyone,
    public: { keepWhen: ({ query }: { query: { search?: string | undefined } }) => !query.search },
  }

  serve(newsEndpoint, listing, async ({ ctx, query }) => presentNewsPage(ctx, await listNews(ctx, query)))

  serve(publishedEndpoint, listing, async ({ ctx, query }) => presentPage(ctx, await listPublished(ctx, query)))

  serve(readNews, { policy: everyone, public: { onRead: ({ id }) => views.add(id) } }, async ({ ctx, params }) =>
    presentArticle(ctx, await requirePublished(ctx, params.id)),
  )
}

const newsPath = /^\/news\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\/?(\?|$)/i

/** Counts an article whose page was served. */
export const countPageView =
  (views: BatchedCounter<NewsId>, routerBase: string) =>
  (url: string): void => {
    const id = newsPath.exec(withoutBase(url, routerBase) ?? '')?.[1]
    if (id) views.add(id as NewsId)
  }
