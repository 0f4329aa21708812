import type { Locale } from '../locales.ts'
import type { RoundRules } from './round-rules.ts'

interface UsualLevel {
  label: Record<Locale, string>
  /** Where it begins, in percent of the points of its criterion. */
  percent: number
}

/** The levels that most score sheets have, from the best to the worst. Organisers change them as they like. */
const usualLevels: readonly UsualLevel[] = [
  {
    label: { 'zh-CN': '优', 'zh-TW': '優', 'en-US': 'Excellent', 'pt-BR': 'Excelente', 'id-ID': 'Sangat baik' },
    percent: 90,
  },
  { label: { 'zh-CN': '良', 'zh-TW': '良', 'en-US': 'Good', 'pt-BR': 'Bom', 'id-ID': 'Baik' }, percent: 75 },
  { label: { 'zh-CN': '中', 'zh-TW': '中', 'en-US': 'Fair', 'pt-BR': 'Regular', 'id-ID': 'Cukup' }, percent: 60 },
  { label: { 'zh-CN': '差', 'zh-TW': '差', 'en-US': 'Poor', 'pt-BR': 'Fraco', 'id-ID': 'Kurang' }, percent: 0 },
]

/** The usual levels for so many points, in hundredths. The next lower one ends one step below. */
export const levelsFor = (max: number, step: number): RoundRules['criteria'][number]['levels'] => {
  const from = usualLevels.map(({ percent }) => Math.ceil((max * percent) / 100 / step) * step)
  return usualLevels.map(({ label }, index) => ({
    label: { ...label },
    from: from[index]!,
    to: index === 0 ? max : Math.max(0, from[index - 1]! - step),
  }))
}
