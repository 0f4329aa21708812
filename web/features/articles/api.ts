import type {
  createArticle,
  deleteArticle,
  listArticles,
  moveArticle,
  previewArticle,
  readArticle,
  saveArticle,
} from '@lectern/contract/articles.ts'
import { reach } from '../../request/client.ts'

export const articleList = reach<typeof listArticles>('GET', '/api/articles')
export const articleSource = reach<typeof readArticle>('GET', '/api/articles/:id')
export const articleCreation = reach<typeof createArticle>('POST', '/api/articles')
export const articleChange = reach<typeof saveArticle>('PUT', '/api/articles/:id')
export const articleMove = reach<typeof moveArticle>('POST', '/api/articles/:id/state')
export const articleDeletion = reach<typeof deleteArticle>('DELETE', '/api/articles/:id')
export const articlePreview = reach<typeof previewArticle>('POST', '/api/articles/preview')
