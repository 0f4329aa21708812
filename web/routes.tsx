import type { AccessName } from './app/access.ts'
import type { MenuPlan } from './app/menu-plan.ts'
import type { Route } from './router/route.ts'

/**
 * All pages of the site; those below /Admin are in office-routes.ts. Paths are exact and case-insensitive; pages are loaded on demand inside
 * the root layout.
 */
export const routes: readonly Route<AccessName>[] = [
  { path: '/', file: 'public/home', menu: 'menu.home', public: true },
  { path: '/About', file: 'sections/page', params: { page: 'About' }, menu: 'menu.about', public: true },
  { path: '/About/:block', file: 'sections/block', params: { page: 'About' }, public: 'unlisted' },
  { path: '/Contact', file: 'sections/page', params: { page: 'Contact' }, menu: 'menu.contact', public: true },
  { path: '/Contact_bac', file: 'sections/page', params: { page: 'Contact_bac' }, public: true },
  { path: '/Contact_bac/:block', file: 'sections/block', params: { page: 'Contact_bac' }, public: 'unlisted' },
  { path: '/EnrollFor', file: 'contest/activity-list', menu: 'menu.activities', public: true, query: ['standing'] },
  { path: '/EnrollFor/:id', file: 'contest/activity', public: true },
  { path: '/EnrollFor/:id/Print', file: 'contest/sealed-form', personal: true, query: ['enrolment'] },
  { path: '/EnrollFor/:id/Form', file: 'contest/enrolment', personal: true, query: ['enrolment', 'team'] },
  {
    path: '/Expert',
    file: 'content/expert-list',
    menu: 'menu.experts',
    public: true,
    query: ['field', 'search', 'page'],
  },
  { path: '/Home/data.source', file: 'public/home-source', public: 'unlisted' },
  { path: '/Home/:block', file: 'sections/block', params: { page: 'Home' }, public: 'unlisted' },
  { path: '/MATE', file: 'sections/page', params: { page: 'MATE' }, menu: 'menu.mate', public: true },
  { path: '/MATE/:block', file: 'sections/block', params: { page: 'MATE' }, public: 'unlisted' },
  {
    path: '/News',
    file: 'content/news-list',
    menu: 'menu.news',
    public: true,
    query: ['category', 'search', 'page'],
    children: [
      { path: '/Journal', file: 'content/journal', menu: 'menu.journal', public: true, query: ['search', 'page'] },
      { path: '/Science', file: 'content/science', menu: 'menu.science', public: true, query: ['search', 'page'] },
      {
        path: '/Trivia/InterPeriodical',
        file: 'content/periodicals',
        menu: 'menu.periodicals',
        public: true,
        query: ['search', 'page'],
      },
      {
        path: '/Trivia/Others',
        file: 'content/other-articles',
        menu: 'menu.otherArticles',
        public: true,
        query: ['search', 'page'],
      },
    ],
  },
  { path: '/News/:id', file: 'content/article', public: true },
  { path: '/search', file: 'content/search', public: 'unlisted', query: ['search', 'kind', 'page'] },
  { path: '/Admin', file: 'office/start', menu: 'menu.admin', personal: true, access: 'canAdmin' },
  { path: '/Note', file: 'sections/page', params: { page: 'Note' }, menu: 'menu.note', public: true },
  { path: '/Note/:block', file: 'sections/block', params: { page: 'Note' }, public: 'unlisted' },
  { path: '/Rules', file: 'sections/rules', menu: 'menu.rules', public: true },
  {
    path: '/Trivia/Download',
    file: 'content/downloads',
    menu: 'menu.downloads',
    public: true,
    query: ['id', 'category', 'search', 'sort', 'page'],
  },
  { path: '/Trivia/Mate', file: 'content/training-programme', public: true, query: ['page'] },
  {
    path: '/Trivia/Material',
    file: 'content/training-materials',
    menu: 'menu.training',
    public: true,
    query: ['kind', 'search', 'sort', 'page'],
  },
  { path: '/Trivia/Material/CoverBox', file: 'content/cover-gallery', public: true, query: ['page'] },
  {
    path: '/Trivia/Video',
    file: 'content/videos',
    menu: 'menu.videos',
    public: true,
    query: ['id', 'category', 'search', 'sort', 'page'],
  },
  { path: '/Trivia/Wonderful', file: 'content/photos', menu: 'menu.photos', public: true, query: ['photo', 'page'] },
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
  { path: '/account/Login', file: 'account/login', public: 'unlisted', query: ['redirect'] },
  { path: '/account/Register', file: 'account/register', public: 'unlisted', query: ['redirect'] },
  { path: '/account/Evpi', file: 'account/evpi', personal: true },
  { path: '/account/reviserPwd', file: 'account/password', personal: 'visitor' },
  { path: '/account/settings', file: 'account/settings', personal: true, query: ['tab'] },
  { path: '/account/center', file: 'account/center', personal: true, query: ['tab', 'page'] },
  { path: '/account/center/edit', file: 'account/center-edit', personal: true },
  { path: '/account/Team', file: 'contest/teams', personal: true },
  { path: '/account/Team/Add', file: 'contest/team-add', personal: true, query: ['id', 'code', 'role'] },
  { path: '/account/Team/basic', file: 'contest/team', personal: true, query: ['id'] },
  { path: '/account/Team/Edit', file: 'contest/team-edit', personal: true, query: ['id'] },
  { path: '/account/Team/Create/:id', file: 'contest/team-create', personal: true },
  { path: '/account/Work', file: 'contest/works', personal: true },
  { path: '/account/Work/Edit', file: 'contest/work-edit', personal: true, query: ['id'] },
  { path: '/account/Work/Receipt', file: 'contest/work-receipt', personal: true, query: ['id', 'number'] },
  { path: '/Privacy', file: 'sections/document', params: { page: 'Privacy' }, public: true, query: ['version'] },
  { path: '/Terms', file: 'sections/document', params: { page: 'Terms' }, public: true, query: ['version'] },
  { path: '/Accessibility', file: 'public/accessibility', public: true },
  { path: '/exception', file: 'exception', query: ['errorCode', 'errorMessage'] },
]

/** For /404 and every unknown address. */
export const missingPage = 'not-found'

/** Order and groups of the menu; pages that are not listed come last. */
export const menuPlan: MenuPlan = [
  { path: '/', icon: 'home' },
  { path: '/EnrollFor', icon: 'activities' },
  { path: '/News', icon: 'news' },
  {
    label: 'menu.group.guide',
    pages: [
      { path: '/Note', icon: 'guide' },
      { path: '/Rules', icon: 'rules' },
      { path: '/MATE', icon: 'training' },
    ],
  },
  {
    label: 'menu.group.materials',
    pages: [
      { path: '/database/list', icon: 'materials' },
      { path: '/database/listMD', icon: 'documents' },
      { path: '/Trivia/Material', icon: 'course' },
      { path: '/Trivia/Mate', icon: 'programme' },
      { path: '/Trivia/Download', icon: 'download' },
      { path: '/Trivia/Video', icon: 'video' },
      { path: '/Trivia/Wonderful', icon: 'photo' },
      { path: '/Journal', icon: 'journal' },
      { path: '/Science', icon: 'science' },
      { path: '/Trivia/InterPeriodical', icon: 'globe' },
      { path: '/Trivia/Others', icon: 'others' },
    ],
  },
  {
    label: 'menu.group.about',
    pages: [
      { path: '/About', icon: 'about' },
      { path: '/Expert', icon: 'expert' },
      { path: '/Contact', icon: 'contact' },
    ],
  },
  { path: '/Admin', icon: 'office' },
]
