import type { listNews, listPublished, readNews } from '@lectern/contract/news.ts'
import { endpoint } from '../../request/client.ts'

export const newsList = endpoint<typeof listNews>('GET', '/api/news')
export const newsArticle = endpoint<typeof readNews>('GET', '/api/news/:id')
export const publishedArticles = endpoint<typeof listPublished>('GET', '/api/articles/published')
