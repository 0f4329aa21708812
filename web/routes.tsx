import type { AccessName } from './app/access.ts'
import type { Route } from './router/route.ts'

/** Every page of the site. Each is exact, indifferent to case, loaded on demand, and stands in the root layout. */
export const routes: readonly Route<AccessName>[] = [
  { path: '/', file: 'public/home', menu: 'menu.home', public: true },
  {
    path: '/Expert',
    file: 'content/expert-list',
    menu: 'menu.experts',
    public: true,
    query: ['field', 'search', 'page'],
  },
  { path: '/News', file: 'public/news-list', menu: 'menu.news', public: true, query: ['category', 'search', 'page'] },
  { path: '/News/:id', file: 'public/news-article', public: true },
  {
    path: '/Admin',
    file: 'office/start',
    menu: 'menu.admin',
    personal: true,
    access: 'canAdmin',
    children: [
      {
        path: '/Admin/Member',
        file: 'office/members',
        menu: 'menu.members',
        personal: true,
        access: 'canAdmin',
        query: ['search', 'access', 'status', 'province', 'sort', 'page', 'pageSize'],
      },
      { path: '/Admin/Document', file: 'office/documents', menu: 'menu.documents', personal: true, access: 'canAdmin' },
      {
        path: '/Admin/Outbox',
        file: 'office/outbox',
        menu: 'menu.outbox',
        personal: true,
        access: 'canAdmin',
        query: ['state', 'channel', 'page', 'pageSize'],
      },
      {
        path: '/Admin/Audit',
        file: 'office/audit',
        menu: 'menu.audit',
        personal: true,
        access: 'canAdmin',
        query: ['actor', 'action', 'subjectKind', 'subjectId', 'from', 'to', 'page', 'pageSize'],
      },
      { path: '/Admin/Setting', file: 'office/settings', menu: 'menu.settings', personal: true, access: 'canAdmin' },
    ],
  },
  {
    path: '/Trivia/Download',
    file: 'content/downloads',
    public: true,
    query: ['category', 'search', 'sort', 'page'],
  },
  { path: '/Trivia/Mate', file: 'content/training-programme', public: true },
  {
    path: '/Trivia/Material',
    file: 'content/training-materials',
    public: true,
    query: ['kind', 'search', 'sort', 'page'],
  },
  { path: '/Trivia/Material/CoverBox', file: 'content/cover-gallery', public: true, query: ['page'] },
  {
    path: '/Trivia/Video',
    file: 'content/videos',
    public: true,
    query: ['id', 'category', 'search', 'sort', 'page'],
  },
  { path: '/Trivia/Wonderful', file: 'content/photos', public: true, query: ['photo', 'page'] },
  { path: '/Welcome', file: 'account/welcome', personal: true },
  {
    path: '/database/list',
    file: 'content/material-database',
    menu: 'menu.materials',
    public: true,
    query: ['kind', 'category', 'search', 'sort', 'page'],
  },
  {
    path: '/database/listMD',
    file: 'content/document-database',
    public: true,
    query: ['id', 'category', 'search', 'sort', 'page'],
  },
  { path: '/account/Login', file: 'account/login', public: 'unlisted' },
  { path: '/account/Register', file: 'account/register', public: 'unlisted' },
  { path: '/account/Evpi', file: 'account/evpi', personal: true },
  { path: '/account/reviserPwd', file: 'account/password', personal: 'visitor' },
  { path: '/account/settings', file: 'account/settings', personal: true, query: ['tab'] },
  { path: '/account/center', file: 'account/center', personal: true, query: ['tab', 'page'] },
  { path: '/account/center/edit', file: 'account/center-edit', personal: true },
  { path: '/Privacy', file: 'public/privacy', public: true, query: ['version'] },
  { path: '/Terms', file: 'public/terms', public: true, query: ['version'] },
  { path: '/exception', file: 'exception', query: ['errorCode', 'errorMessage'] },
]

/** For /404 and every address that is not listed. */
export const missingPage = 'not-found'
