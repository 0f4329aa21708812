import type * as contract from '@lectern/contract/articles.ts'
import { endpoint } from '../../../request/client.ts'

export const listArticles = endpoint<typeof contract.listArticles>('GET', '/api/articles')
export const readArticle = endpoint<typeof contract.readArticle>('GET', '/api/articles/:id')
export const createArticle = endpoint<typeof contract.createArticle>('POST', '/api/articles')
export const saveArticle = endpoint<typeof contract.saveArticle>('PUT', '/api/articles/:id')
export const moveArticle = endpoint<typeof contract.moveArticle>('POST', '/api/articles/:id/state')
export const deleteArticle = endpoint<typeof contract.deleteArticle>('DELETE', '/api/articles/:id')
export const previewArticle = endpoint<typeof contract.previewArticle>('POST', '/api/articles/preview')
