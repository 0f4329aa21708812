import type { Picture } from './files.ts'
import { locales, type Locale } from './locales.ts'
import type { LocalizedText } from './localized.ts'

export const navThemes = ['light', 'dark'] as const
export const menuLayouts = ['top', 'side', 'mix'] as const
export const contentWidths = ['fluid', 'fixed'] as const

/** The site's look and its operator; readers may override style and colour-weak mode for themselves. */
export interface SiteSettings {
  title: LocalizedText
  /** Instead of the drawn one. */
  logo: Picture | null
  /** What is shown of a page that is shared elsewhere. */
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
  /** Under which the site is registered with the ministry, and with the police; shown as they are. */
  icp: string | null
  /** An organiser has said that the site needs no registration. */
  icpNotNeeded: boolean
  publicSecurity: string | null
  /** Those that readers may choose; zh-CN is always among them. */
  languages: readonly Locale[]
  /** In which dates and times are shown. */
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
  primaryColor: '#1677ff',
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

/** Rules that an organiser sets; nobody else needs to know them. */
export interface OfficeSettings {
  /** Administrators and experts must have a second factor. */
  requireSecondFactor: boolean
  /** Calling codes of the phone numbers that text messages may be sent to. */
  smsCountries: readonly string[]
}

export const defaultOfficeSettings: OfficeSettings = { requireSecondFactor: false, smsCountries: ['+86'] }
