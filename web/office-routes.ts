import type { PlannedEntry } from './app/office/office-menu.ts'
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
const workQuery = [...enrolmentQuery, 'mark', 'queue']

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

interface OfficePage extends Pick<Route, 'path' | 'file' | 'menu' | 'query'> {
  /** One of them covers it. */
  duties: NonNullable<Route['duties']>
  /** Its place in the office's menu, whose label is `menu`. */
  entry?: PlannedEntry
}

/** Every page below /Admin, in the order of the office's menu. In a file of its own, which visitors do not load. */
const pages: readonly OfficePage[] = [
  { path: '/Admin/Begin', duties: ['system'], file: 'office/begin' },
  { path: '/Admin/Demo', duties: ['content', 'system'], file: 'office/demo-content' },
  {
    path: '/Admin/Activity',
    duties: ['activity'],
    file: 'office/activities',
    menu: 'menu.activitiesOffice',
    entry: { group: 'contest', icon: 'activity' },
    query: ['edition', 'search', 'state', 'page', 'pageSize', 'open'],
  },
  {
    path: '/Admin/Activity/Edit',
    duties: ['activity'],
    file: 'office/activity-edit',
    query: ['id', 'edition'],
  },
  {
    path: '/Admin/Phase',
    duties: ['contest'],
    file: 'office/phases',
    menu: 'menu.phases',
    entry: { group: 'contest', icon: 'phase' },
    query: ['edition'],
  },
  {
    path: '/Admin/Team',
    duties: ['activity', 'people'],
    file: 'office/teams',
    menu: 'menu.teamsOffice',
    entry: { group: 'contest', icon: 'team' },
    query: ['view', 'search', 'state', 'edition', 'team', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Enrolment',
    duties: ['activity'],
    file: 'office/enrolments',
    menu: 'menu.enrolments',
    entry: { group: 'contest', icon: 'enrolment', count: 'enrolments' },
    query: enrolmentQuery,
  },
  {
    path: '/Admin/Enrolment/:id',
    duties: ['activity'],
    file: 'office/enrolment',
    query: enrolmentQuery,
  },
  {
    path: '/Admin/Work',
    duties: ['activity'],
    file: 'office/works',
    menu: 'menu.worksOffice',
    entry: { group: 'contest', icon: 'work', count: 'works' },
    query: workQuery,
  },
  { path: '/Admin/Work/:id', duties: ['activity'], file: 'office/work', query: workQuery },
  {
    path: '/Admin/Recommendation',
    duties: ['contest'],
    file: 'office/recommendations',
    menu: 'menu.recommendations',
    entry: { group: 'contest', icon: 'recommendation', count: 'recommendations' },
    query: ['edition', 'activity', 'tab', 'view', 'above', 'level', 'state', 'mark', 'search', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Recommendation/List',
    duties: ['contest'],
    file: 'office/recommendation',
    query: ['activity', 'institution'],
  },
  {
    path: '/Admin/Review',
    duties: ['activity'],
    file: 'office/rounds',
    menu: 'menu.rounds',
    entry: { group: 'review', icon: 'review', count: 'rounds' },
    query: ['edition', 'state', 'page', 'pageSize'],
  },
  { path: '/Admin/Review/Print', duties: ['activity'], file: 'office/round-print', query: ['id'] },
  { path: '/Admin/Review/:id', duties: ['activity'], file: 'office/round', query: roundQuery },
  {
    path: '/Admin/Result',
    duties: ['activity'],
    file: 'office/results',
    menu: 'menu.resultsOffice',
    entry: { group: 'review', icon: 'result', count: 'results' },
    query: ['edition'],
  },
  { path: '/Admin/Result/Print', duties: ['activity'], file: 'office/result-print', query: ['id'] },
  { path: '/Admin/Result/:id', duties: ['activity'], file: 'office/result', query: resultQuery },
  {
    path: '/Admin/Case',
    duties: ['contest'],
    file: 'office/cases',
    menu: 'menu.cases',
    entry: { group: 'review', icon: 'case', count: 'cases' },
    query: ['tab', 'standing', 'kind', 'activity', 'search', 'page', 'pageSize'],
  },
  { path: '/Admin/Case/:id', duties: ['contest'], file: 'office/case' },
  {
    path: '/Admin/Certificate',
    duties: ['contest'],
    file: 'office/certificates',
    menu: 'menu.certificatesOffice',
    entry: { group: 'review', icon: 'certificate', count: 'certificates' },
    query: ['tab', 'search', 'edition', 'activity', 'institution', 'kind', 'state', 'issue', 'for', 'page', 'pageSize'],
  },
  { path: '/Admin/Certificate/Template', duties: ['contest'], file: 'office/certificate-template', query: ['id'] },
  {
    path: '/Admin/News',
    duties: ['content'],
    file: 'office/news',
    menu: 'menu.newsOffice',
    entry: { group: 'content', icon: 'news' },
    query: ['search', 'state', 'category', 'sort', 'page', 'pageSize'],
  },
  { path: '/Admin/News/Edit', duties: ['content'], file: 'office/news-edit', query: ['id'] },
  {
    path: '/Admin/Related',
    duties: ['content'],
    file: 'office/related',
    menu: 'menu.related',
    entry: { group: 'content', icon: 'related' },
    query: ['kind', 'search', 'state', 'sort', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Related/Edit',
    duties: ['content'],
    file: 'office/related-edit',
    query: ['id', 'kind'],
  },
  {
    path: '/Admin/Material',
    duties: ['content'],
    file: 'office/materials',
    menu: 'menu.materialsOffice',
    entry: { group: 'content', icon: 'material' },
    query: ['search', 'kind', 'category', 'state', 'sort', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Material/Edit',
    duties: ['content'],
    file: 'office/material-edit',
    query: ['id'],
  },
  {
    path: '/Admin/Banner',
    duties: ['content'],
    file: 'office/banners',
    menu: 'menu.banners',
    entry: { group: 'content', icon: 'banner' },
  },
  { path: '/Admin/Banner/Edit', duties: ['content'], file: 'office/banner-edit', query: ['id'] },
  {
    path: '/Admin/About',
    duties: ['content'],
    file: 'office/about',
    menu: 'menu.aboutOffice',
    entry: { group: 'content', icon: 'pages' },
    query: ['page'],
  },
  {
    path: '/Admin/Partner',
    duties: ['content'],
    file: 'office/partners',
    menu: 'menu.partners',
    entry: { group: 'content', icon: 'partner' },
    query: ['role'],
  },
  { path: '/Admin/Partner/Edit', duties: ['content'], file: 'office/partner-edit', query: ['id'] },
  {
    path: '/Admin/Document',
    duties: ['content'],
    file: 'office/documents',
    menu: 'menu.documents',
    entry: { group: 'content', icon: 'document' },
  },
  {
    path: '/Admin/Member',
    duties: ['people'],
    file: 'office/members',
    menu: 'menu.members',
    entry: { group: 'people', icon: 'member' },
    query: ['search', 'access', 'status', 'province', 'sort', 'page', 'pageSize', 'id'],
  },
  {
    path: '/Admin/Institution',
    duties: ['people'],
    file: 'office/institutions',
    menu: 'menu.institutions',
    entry: { group: 'people', icon: 'institution', count: 'institutions' },
    query: ['tab', 'search', 'kind', 'state', 'parent', 'page', 'pageSize', 'id'],
  },
  {
    path: '/Admin/Expert',
    duties: ['content'],
    file: 'office/experts',
    menu: 'menu.experts',
    entry: { group: 'people', icon: 'expert' },
    query: ['search', 'field', 'state', 'sort', 'page', 'pageSize'],
  },
  { path: '/Admin/Expert/Edit', duties: ['content'], file: 'office/expert-edit', query: ['id'] },
  {
    path: '/Admin/Announcement',
    duties: ['people', 'contest'],
    file: 'office/announcements',
    menu: 'menu.announcements',
    entry: { group: 'people', icon: 'notice' },
    query: ['search', 'state', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Announcement/Edit',
    duties: ['people', 'contest'],
    file: 'office/announcement-edit',
    query: ['id'],
  },
  {
    path: '/Admin/Message',
    duties: ['people'],
    file: 'office/messages',
    menu: 'menu.messages',
    entry: { group: 'people', icon: 'message', count: 'messages' },
    query: ['search', 'state', 'from', 'to', 'sort', 'page', 'pageSize'],
  },
  { path: '/Admin/Message/:id', duties: ['people'], file: 'office/message' },
  {
    path: '/Admin/Outbox',
    duties: ['system'],
    file: 'office/outbox',
    menu: 'menu.outbox',
    entry: { group: 'system', icon: 'outbox', count: 'outbox' },
    query: ['search', 'state', 'channel', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Task',
    duties: ['system', 'contest'],
    file: 'office/tasks',
    menu: 'menu.tasks',
    entry: { group: 'system', icon: 'task', count: 'tasks' },
    query: ['state', 'kind', 'page', 'pageSize'],
  },
  {
    path: '/Admin/AccessToken',
    duties: ['system'],
    file: 'office/access-tokens',
    menu: 'menu.accessTokens',
    entry: { group: 'system', icon: 'accessToken' },
    query: ['page', 'pageSize'],
  },
  {
    path: '/Admin/Webhook',
    duties: ['system'],
    file: 'office/webhooks',
    menu: 'menu.webhooks',
    entry: { group: 'system', icon: 'webhook', count: 'webhooks' },
  },
  { path: '/Admin/Webhook/:id', duties: ['system'], file: 'office/webhook', query: ['state', 'page', 'pageSize'] },
  {
    path: '/Admin/Audit',
    duties: ['people', 'system'],
    file: 'office/audit',
    menu: 'menu.audit',
    entry: { group: 'system', icon: 'audit' },
    query: ['actor', 'action', 'subjectKind', 'subjectId', 'from', 'to', 'page', 'pageSize'],
  },
  {
    path: '/Admin/Setting',
    duties: ['system'],
    file: 'office/settings',
    menu: 'menu.settings',
    entry: { group: 'system', icon: 'setting' },
    query: ['tab'],
  },
]

/** Every page of site and office, for the server and the documents of the office. */
export const allRoutes: typeof routes = [
  ...routes,
  ...pages.map((page) => ({ ...page, personal: true as const, access: 'canAdmin' as const })),
]

/** The places of pages in the office's menu. */
export const officePlan = pages.flatMap(({ path, entry }) => (entry ? [{ path, ...entry }] : []))
