import type { LocalizedText } from './localized.ts'

export const menuLayouts = ['top', 'side', 'mix'] as const

/** How the site presents itself; a reader may override style and colour-weak mode for himself. */
export interface SiteSettings {
  title: LocalizedText
  navTheme: 'light' | 'dark'
  primaryColor: `#${string}`
  layout: (typeof menuLayouts)[number]
  contentWidth: 'fluid' | 'fixed'
  fixedHeader: boolean
  fixedSidebar: boolean
  colorWeak: boolean
  /** In which dates and times are shown. */
  timeZone: string
}

export const defaultSettings: SiteSettings = {
  title: {
    'zh-CN': '全国教学数字化大赛',
    'zh-TW': '全國教學數位化大賽',
    'en-US': 'National Teaching Digitalisation Contest',
    'id-ID': 'Lomba Nasional Digitalisasi Pembelajaran',
    'pt-BR': 'Concurso Nacional de Digitalização do Ensino',
  },
  navTheme: 'light',
  primaryColor: '#1677ff',
  layout: 'top',
  contentWidth: 'fluid',
  fixedHeader: true,
  fixedSidebar: true,
  colorWeak: false,
  timeZone: 'Asia/Shanghai',
}

/** Rules that an organiser sets; nobody else needs to know them. */
export interface OfficeSettings {
  /** Administrators and experts must have a second factor. */
  requireSecondFactor: boolean
}

export const defaultOfficeSettings: OfficeSettings = { requireSecondFactor: false }
