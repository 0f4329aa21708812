import type { listNews, listPublished, readNews } from '@lectern/contract/news.ts'
import { reach } from '../../request/client.ts'

export const newsList = reach<typeof listNews>('GET', '/api/news')
export const newsArticle = reach<typeof readNews>('GET', '/api/news/:id')
export const publishedArticles = reach<typeof listPublished>('GET', '/api/articles/published')
