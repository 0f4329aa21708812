import type { Locale } from '@lectern/contract/locales.ts'
import type { Area } from '@lectern/messages/areas.ts'
import type { Messages } from '../ui/intl.tsx'

type Load = () => Promise<{ default: unknown }>

const loaders: Record<Area, Record<Locale, Load>> = {
  site: {
    'zh-CN': () => import('virtual:messages/site/zh-CN'),
    'zh-TW': () => import('virtual:messages/site/zh-TW'),
    'en-US': () => import('virtual:messages/site/en-US'),
    'pt-BR': () => import('virtual:messages/site/pt-BR'),
    'id-ID': () => import('virtual:messages/site/id-ID'),
  },
  form: {
    'zh-CN': () => import('virtual:messages/form/zh-CN'),
    'zh-TW': () => import('virtual:messages/form/zh-TW'),
    'en-US': () => import('virtual:messages/form/en-US'),
    'pt-BR': () => import('virtual:messages/form/pt-BR'),
    'id-ID': () => import('virtual:messages/form/id-ID'),
  },
  account: {
    'zh-CN': () => import('virtual:messages/account/zh-CN'),
    'zh-TW': () => import('virtual:messages/account/zh-TW'),
    'en-US': () => import('virtual:messages/account/en-US'),
    'pt-BR': () => import('virtual:messages/account/pt-BR'),
    'id-ID': () => import('virtual:messages/account/id-ID'),
  },
  content: {
    'zh-CN': () => import('virtual:messages/content/zh-CN'),
    'zh-TW': () => import('virtual:messages/content/zh-TW'),
    'en-US': () => import('virtual:messages/content/en-US'),
    'pt-BR': () => import('virtual:messages/content/pt-BR'),
    'id-ID': () => import('virtual:messages/content/id-ID'),
  },
  sections: {
    'zh-CN': () => import('virtual:messages/sections/zh-CN'),
    'zh-TW': () => import('virtual:messages/sections/zh-TW'),
    'en-US': () => import('virtual:messages/sections/en-US'),
    'pt-BR': () => import('virtual:messages/sections/pt-BR'),
    'id-ID': () => import('virtual:messages/sections/id-ID'),
  },
  pages: {
    'zh-CN': () => import('virtual:messages/pages/zh-CN'),
    'zh-TW': () => import('virtual:messages/pages/zh-TW'),
    'en-US': () => import('virtual:messages/pages/en-US'),
    'pt-BR': () => import('virtual:messages/pages/pt-BR'),
    'id-ID': () => import('virtual:messages/pages/id-ID'),
  },
  activity: {
    'zh-CN': () => import('virtual:messages/activity/zh-CN'),
    'zh-TW': () => import('virtual:messages/activity/zh-TW'),
    'en-US': () => import('virtual:messages/activity/en-US'),
    'pt-BR': () => import('virtual:messages/activity/pt-BR'),
    'id-ID': () => import('virtual:messages/activity/id-ID'),
  },
  contest: {
    'zh-CN': () => import('virtual:messages/contest/zh-CN'),
    'zh-TW': () => import('virtual:messages/contest/zh-TW'),
    'en-US': () => import('virtual:messages/contest/en-US'),
    'pt-BR': () => import('virtual:messages/contest/pt-BR'),
    'id-ID': () => import('virtual:messages/contest/id-ID'),
  },
  cases: {
    'zh-CN': () => import('virtual:messages/cases/zh-CN'),
    'zh-TW': () => import('virtual:messages/cases/zh-TW'),
    'en-US': () => import('virtual:messages/cases/en-US'),
    'pt-BR': () => import('virtual:messages/cases/pt-BR'),
    'id-ID': () => import('virtual:messages/cases/id-ID'),
  },
  desk: {
    'zh-CN': () => import('virtual:messages/desk/zh-CN'),
    'zh-TW': () => import('virtual:messages/desk/zh-TW'),
    'en-US': () => import('virtual:messages/desk/en-US'),
    'pt-BR': () => import('virtual:messages/desk/pt-BR'),
    'id-ID': () => import('virtual:messages/desk/id-ID'),
  },
  institution: {
    'zh-CN': () => import('virtual:messages/institution/zh-CN'),
    'zh-TW': () => import('virtual:messages/institution/zh-TW'),
    'en-US': () => import('virtual:messages/institution/en-US'),
    'pt-BR': () => import('virtual:messages/institution/pt-BR'),
    'id-ID': () => import('virtual:messages/institution/id-ID'),
  },
  certificate: {
    'zh-CN': () => import('virtual:messages/certificate/zh-CN'),
    'zh-TW': () => import('virtual:messages/certificate/zh-TW'),
    'en-US': () => import('virtual:messages/certificate/en-US'),
    'pt-BR': () => import('virtual:messages/certificate/pt-BR'),
    'id-ID': () => import('virtual:messages/certificate/id-ID'),
  },
  results: {
    'zh-CN': () => import('virtual:messages/results/zh-CN'),
    'zh-TW': () => import('virtual:messages/results/zh-TW'),
    'en-US': () => import('virtual:messages/results/en-US'),
    'pt-BR': () => import('virtual:messages/results/pt-BR'),
    'id-ID': () => import('virtual:messages/results/id-ID'),
  },
  rare: {
    'zh-CN': () => import('virtual:messages/rare/zh-CN'),
    'zh-TW': () => import('virtual:messages/rare/zh-TW'),
    'en-US': () => import('virtual:messages/rare/en-US'),
    'pt-BR': () => import('virtual:messages/rare/pt-BR'),
    'id-ID': () => import('virtual:messages/rare/id-ID'),
  },
  security: {
    'zh-CN': () => import('virtual:messages/security/zh-CN'),
    'zh-TW': () => import('virtual:messages/security/zh-TW'),
    'en-US': () => import('virtual:messages/security/en-US'),
    'pt-BR': () => import('virtual:messages/security/pt-BR'),
    'id-ID': () => import('virtual:messages/security/id-ID'),
  },
  office: {
    'zh-CN': () => import('virtual:messages/office/zh-CN'),
    'zh-TW': () => import('virtual:messages/office/zh-TW'),
    'en-US': () => import('virtual:messages/office/en-US'),
    'pt-BR': () => import('virtual:messages/office/pt-BR'),
    'id-ID': () => import('virtual:messages/office/id-ID'),
  },
}

/** Messages of one language; each area is a separate file. */
export const loadMessages = async (locale: Locale, areas: readonly Area[] = ['site']): Promise<Messages> => {
  const modules = await Promise.all(areas.map((area) => loaders[area][locale]()))
  return Object.assign({}, ...modules.map((module) => module.default)) as Messages
}
