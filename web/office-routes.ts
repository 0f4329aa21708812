import type { Route } from './router/route.ts'
import { routes } from './routes.tsx'

/** An enrolment keeps the filters of its list, for the previous and next links. */
const enrolmentQuery = [
  'edition',
  'activity',
  'state',
  'province',
  'school',
  'search',
  'from',
  'until',
  'sort',
  'page',
  'pageSize',
  'columns',
]

/** So does a work. */
const workQuery = [...enrolmentQuery, 'mark']

/** The tab of a round, and the filters of its list. */
const roundQuery = [
  'tab',
  'search',
  'state',
  'panel',
  'short',
  'kind',
  'field',
  'behind',
  'reviewer',
  'lifted',
  'open',
  'sort',
  'page',
  'pageSize',
]

/** The tab of results, an earlier list, and the filters of its works. */
const resultQuery = ['tab', 'list', 'group', 'prize', 'search', 'ties', 'page', 'pageSize']

type OfficePage = Pick<Route, 'path' | 'file' | 'menu' | 'query'>

/** Every page below /Admin. In a file of its own, which visitors do not load. */
const pages: readonly OfficePage[] = [
  { path: '/Admin/Begin', file: 'office/begin' },
  { path: '/Admin/Demo', file: 'office/demo-content' },
  { path: '/Admin/Banner', file: 'office/banners', menu: 'menu.banners' },
  { path: '/Admin/Banner/Edit', file: 'office/banner-edit', query: ['id'] },
  {
    path: '/Admin/Activity',
    file: 'office/activities',
    menu: 'menu.activitiesOffice',
    query: ['edition', 'search', 'state', 'page', 'pageSize', 'open'],
  },
  {
    path: '/Admin/Activity/Edit',
    file: 'office/activity-edit',
    query: ['id', 'edition'],
  },
  {
    path: '/Admin/Phase',
    file: 'office/phases',
    menu: 'menu.phases',
    query: ['edition'],
  },
  {
    path: '/Admin/Team',
    file: 'office/teams',
    menu: 'menu.teamsOffice',
    query: ['view', 'search', 'state', 'edition', 'team', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Expert',
    file: 'office/experts',
    menu: 'menu.experts',
    query: ['search', 'field', 'state', 'sort', 'page', 'pageSize'],
  },
  { path: '/Admin/Expert/Edit', file: 'office/expert-edit', query: ['id'] },
  {
    path: '/Admin/Partner',
    file: 'office/partners',
    menu: 'menu.partners',
    query: ['role'],
  },
  { path: '/Admin/Partner/Edit', file: 'office/partner-edit', query: ['id'] },
  {
    path: '/Admin/Enrolment',
    file: 'office/enrolments',
    menu: 'menu.enrolments',
    query: enrolmentQuery,
  },
  {
    path: '/Admin/Enrolment/:id',
    file: 'office/enrolment',
    query: enrolmentQuery,
  },
  { path: '/Admin/Work', file: 'office/works', menu: 'menu.worksOffice', query: workQuery },
  { path: '/Admin/Work/:id', file: 'office/work', query: workQuery },
  {
    path: '/Admin/Review',
    file: 'office/rounds',
    menu: 'menu.rounds',
    query: ['edition', 'state', 'page', 'pageSize'],
  },
  { path: '/Admin/Review/Print', file: 'office/round-print', query: ['id'] },
  { path: '/Admin/Review/:id', file: 'office/round', query: roundQuery },
  { path: '/Admin/Result', file: 'office/results', menu: 'menu.resultsOffice', query: ['edition'] },
  { path: '/Admin/Result/Print', file: 'office/result-print', query: ['id'] },
  { path: '/Admin/Result/:id', file: 'office/result', query: resultQuery },
  {
    path: '/Admin/Certificate',
    file: 'office/certificates',
    menu: 'menu.certificatesOffice',
    query: ['tab', 'search', 'edition', 'activity', 'institution', 'kind', 'state', 'issue', 'page', 'pageSize'],
  },
  { path: '/Admin/Certificate/Template', file: 'office/certificate-template', query: ['id'] },
  {
    path: '/Admin/Case',
    file: 'office/cases',
    menu: 'menu.cases',
    query: ['tab', 'standing', 'kind', 'activity', 'search', 'page', 'pageSize'],
  },
  { path: '/Admin/Case/:id', file: 'office/case' },
  {
    path: '/Admin/Member',
    file: 'office/members',
    menu: 'menu.members',
    query: ['search', 'access', 'status', 'province', 'sort', 'page', 'pageSize', 'id'],
  },
  {
    path: '/Admin/News',
    file: 'office/news',
    menu: 'menu.newsOffice',
    query: ['search', 'state', 'category', 'sort', 'page', 'pageSize'],
  },
  { path: '/Admin/News/Edit', file: 'office/news-edit', query: ['id'] },
  {
    path: '/Admin/Related',
    file: 'office/related',
    menu: 'menu.related',
    query: ['kind', 'search', 'state', 'sort', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Related/Edit',
    file: 'office/related-edit',
    query: ['id', 'kind'],
  },
  {
    path: '/Admin/Material',
    file: 'office/materials',
    menu: 'menu.materialsOffice',
    query: ['search', 'kind', 'category', 'state', 'sort', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Material/Edit',
    file: 'office/material-edit',
    query: ['id'],
  },
  {
    path: '/Admin/About',
    file: 'office/about',
    menu: 'menu.aboutOffice',
    query: ['page'],
  },
  { path: '/Admin/Document', file: 'office/documents', menu: 'menu.documents' },
  {
    path: '/Admin/Announcement',
    file: 'office/announcements',
    menu: 'menu.announcements',
    query: ['search', 'state', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Announcement/Edit',
    file: 'office/announcement-edit',
    query: ['id'],
  },
  {
    path: '/Admin/Message',
    file: 'office/messages',
    menu: 'menu.messages',
    query: ['search', 'state', 'from', 'to', 'sort', 'page', 'pageSize'],
  },
  { path: '/Admin/Message/:id', file: 'office/message' },
  {
    path: '/Admin/Outbox',
    file: 'office/outbox',
    menu: 'menu.outbox',
    query: ['search', 'state', 'channel', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Task',
    file: 'office/tasks',
    menu: 'menu.tasks',
    query: ['state', 'kind', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Audit',
    file: 'office/audit',
    menu: 'menu.audit',
    query: ['actor', 'action', 'subjectKind', 'subjectId', 'from', 'to', 'page', 'pageSize'],
  },
  { path: '/Admin/Setting', file: 'office/settings', menu: 'menu.settings' },
]

/** Every page of site and office, for the server and the documents of the office. */
export const allRoutes: typeof routes = [
  ...routes,
  ...pages.map((page) => ({ ...page, personal: true as const, access: 'canAdmin' as const })),
]
