import type { AccessName } from './app/access.ts'
import type { Route } from './router/route.ts'

/** Every page of the site. Each is exact, indifferent to case, loaded on demand, and stands in the root layout. */
export const routes: readonly Route<AccessName>[] = [
  { path: '/', file: 'public/home', menu: 'menu.home', public: true },
  { path: '/News', file: 'public/news-list', menu: 'menu.news', public: true, query: ['category', 'search', 'page'] },
  { path: '/News/:id', file: 'public/news-article', public: true },
  { path: '/exception', file: 'exception', query: ['errorCode', 'errorMessage'] },
]

/** For /404 and every address that is not listed. */
export const missingPage = 'not-found'
