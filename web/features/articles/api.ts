import type {
  createArticle,
  deleteArticle,
  listArticles,
  moveArticle,
  previewArticle,
  readArticle,
  saveArticle,
} from '@lectern/contract/articles.ts'
import { endpoint } from '../../request/client.ts'

export const articleList = endpoint<typeof listArticles>('GET', '/api/articles')
export const articleSource = endpoint<typeof readArticle>('GET', '/api/articles/:id')
export const articleCreation = endpoint<typeof createArticle>('POST', '/api/articles')
export const articleChange = endpoint<typeof saveArticle>('PUT', '/api/articles/:id')
export const articleMove = endpoint<typeof moveArticle>('POST', '/api/articles/:id/state')
export const articleDeletion = endpoint<typeof deleteArticle>('DELETE', '/api/articles/:id')
export const articlePreview = endpoint<typeof previewArticle>('POST', '/api/articles/preview')
