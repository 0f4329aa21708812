import { defaultRetentionDays } from '../cases/case-values.ts'
import { defaultOfficersPerInstitution } from '../institutions/institution-values.ts'
import type { Picture } from '../files/files.ts'
import { locales, type Locale } from '../locales.ts'
import type { LocalizedText } from '../localized.ts'

export const navThemes = ['light', 'dark'] as const
export const menuLayouts = ['top', 'side', 'mix'] as const
export const contentWidths = ['fluid', 'fixed'] as const

/** Colours that are offered by name; any other one can be picked. */
export const themeColors = {
  daybreak: '#1677ff',
  dust: '#f5222d',
  volcano: '#fa541c',
  sunset: '#faad14',
  cyan: '#13c2c2',
  aurora: '#52c41a',
  geekblue: '#2f54eb',
  violet: '#722ed1',
} as const

/** Appearance and operator of the site. Readers can override the style and the colour-weak mode for themselves. */
export interface SiteSettings {
  title: LocalizedText
  /** Null: the default logo. */
  logo: Picture | null
  /** Preview picture for links that are shared elsewhere. */
  preview: Picture | null
  navTheme: (typeof navThemes)[number]
  primaryColor: `#${string}`
  layout: (typeof menuLayouts)[number]
  contentWidth: (typeof contentWidths)[number]
  fixedHeader: boolean
  fixedSidebar: boolean
  colorWeak: boolean
  organiser: LocalizedText
  email: string | null
  phone: string | null
  /** Registration numbers of the ministry (ICP) and the police, shown as entered. */
  icp: string | null
  /** An organiser has confirmed that the site needs no registration. */
  icpNotNeeded: boolean
  publicSecurity: string | null
  /** Languages that readers can choose; always contains zh-CN. */
  languages: readonly Locale[]
  /** Time zone for dates and times. */
  timeZone: string
}

export const defaultSettings: SiteSettings = {
  title: {
    'zh-CN': '全国教学数字化大赛',
    'zh-TW': '全國教學數位化大賽',
    'en-US': 'National Teaching Digitalization Contest',
    'id-ID': 'Lomba Nasional Digitalisasi Pembelajaran',
    'pt-BR': 'Concurso Nacional de Digitalização do Ensino',
  },
  logo: null,
  preview: null,
  navTheme: 'light',
  primaryColor: themeColors.daybreak,
  layout: 'top',
  contentWidth: 'fluid',
  fixedHeader: true,
  fixedSidebar: true,
  colorWeak: false,
  organiser: {
    'zh-CN': '大赛组织委员会',
    'zh-TW': '大賽組織委員會',
    'en-US': 'Contest Organizing Committee',
    'id-ID': 'Panitia Penyelenggara Lomba',
    'pt-BR': 'Comissão Organizadora do Concurso',
  },
  email: null,
  phone: null,
  icp: null,
  icpNotNeeded: false,
  publicSecurity: null,
  languages: locales,
  timeZone: 'Asia/Shanghai',
}

/** Settings that only the office needs. */
export interface OfficeSettings {
  /** Organisers and experts must have a second factor. */
  requireSecondFactor: boolean
  /** Whoever looks after people looks neither after the contest nor after the system. */
  separateDuties: boolean
  /** Calling codes of phone numbers that may get text messages. */
  smsCountries: readonly string[]
  /** Days that are no working days although they are not on a weekend: `2026-10-01`. */
  holidays: readonly string[]
  /** Days after the end of a case until it is erased who objected or appealed. */
  caseRetentionDays: number
  /** Officers that an institution has at a time. */
  officersPerInstitution: number
  /** Experts and visitors get files only once they were scanned for malware. */
  waitForScan: boolean
}

export const defaultOfficeSettings: OfficeSettings = {
  requireSecondFactor: false,
  separateDuties: false,
  smsCountries: ['+86'],
  holidays: [],
  caseRetentionDays: defaultRetentionDays,
  officersPerInstitution: defaultOfficersPerInstitution,
  waitForScan: false,
}
