import type { Locale } from './locales.ts'

interface UsualLevel {
  label: Record<Locale, string>
  /** Where it begins, in percent of the points of its criterion. */
  percent: number
}

/** The levels that most score sheets have, from the best to the worst. Organisers change them as they like. */
export const usualLevels: readonly UsualLevel[] = [
  {
    label: { 'zh-CN': '优', 'zh-TW': '優', 'en-US': 'Excellent', 'pt-BR': 'Excelente', 'id-ID': 'Sangat baik' },
    percent: 90,
  },
  { label: { 'zh-CN': '良', 'zh-TW': '良', 'en-US': 'Good', 'pt-BR': 'Bom', 'id-ID': 'Baik' }, percent: 75 },
  { label: { 'zh-CN': '中', 'zh-TW': '中', 'en-US': 'Fair', 'pt-BR': 'Regular', 'id-ID': 'Cukup' }, percent: 60 },
  { label: { 'zh-CN': '差', 'zh-TW': '差', 'en-US': 'Poor', 'pt-BR': 'Fraco', 'id-ID': 'Kurang' }, percent: 0 },
]
