import type { NewsId } from '@lectern/contract/ids.ts'
import { BatchedCounter } from '../../platform/batched-counter.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { articleEditingRoutes } from './editor-routes.ts'
import { addViews, emptyArticlePages, nextDue } from './queries.ts'
import { articleRoutes, countPageView } from './routes.ts'
import { article } from './tables.ts'

export const articlesFeature: Feature = {
  name: 'articles',
  start: ({ db, routerBase, report }) => {
    const views = new BatchedCounter<NewsId>(
      (counts) => addViews(db, counts),
      report('views cannot be written; they are kept until they can'),
    )
    return {
      routes: (http) => {
        articleRoutes(http, views)
        articleEditingRoutes(http)
      },
      onPageRead: countPageView(views, routerBase),
      close: () => views.close(),
    }
  },
  nextChange: nextDue,
  emptyPages: emptyArticlePages,
  auditSubjects: {
    article: {
      id: sql`${article.id}`,
      from: sql`${article}`,
      name: sql`${article.title}`,
      variant: sql`${article.kind}`,
    },
  },
}
