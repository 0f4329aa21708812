import type { PrizeRules } from './prize-rules.ts'

/** What organisers start with: three prizes, for a tenth, two tenths and three tenths of the works. */
export const usualPrizes: Omit<PrizeRules, 'rounds'> = {
  group: null,
  tiers: [
    {
      id: 'first',
      label: {
        'zh-CN': '一等奖',
        'zh-TW': '一等獎',
        'en-US': 'First prize',
        'pt-BR': 'Primeiro prêmio',
        'id-ID': 'Juara pertama',
      },
      quota: { kind: 'percent', perMille: 100 },
      minScore: null,
      maxPerInstitution: null,
    },
    {
      id: 'second',
      label: {
        'zh-CN': '二等奖',
        'zh-TW': '二等獎',
        'en-US': 'Second prize',
        'pt-BR': 'Segundo prêmio',
        'id-ID': 'Juara kedua',
      },
      quota: { kind: 'percent', perMille: 200 },
      minScore: null,
      maxPerInstitution: null,
    },
    {
      id: 'third',
      label: {
        'zh-CN': '三等奖',
        'zh-TW': '三等獎',
        'en-US': 'Third prize',
        'pt-BR': 'Terceiro prêmio',
        'id-ID': 'Juara ketiga',
      },
      quota: { kind: 'percent', perMille: 300 },
      minScore: null,
      maxPerInstitution: null,
    },
  ],
  rounding: 'nearest',
  ties: 'in',
  publicityDays: 7,
  appealDays: 3,
  publicColumns: ['prize', 'title', 'people', 'advisors', 'school', 'province'],
  feedback: true,
}
