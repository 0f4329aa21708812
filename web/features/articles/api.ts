import type * as contract from '@lectern/contract/news.ts'
import { endpoint } from '../../request/client.ts'

export const listNews = endpoint<typeof contract.listNews>('GET', '/api/news')
export const readNews = endpoint<typeof contract.readNews>('GET', '/api/news/:id')
export const listPublished = endpoint<typeof contract.listPublished>('GET', '/api/articles/published')
