/** What is not written in Chinese, and what is written instead: one thing has one name. `·` stands for an argument. */
export interface Term {
  wrong: RegExp
  right: string
}

const shared: readonly Term[] = [
  { wrong: /Asia\/Shanghai/u, right: 'the name of the time zone' },
  { wrong: /[\d·] ?[–~] ?[\d·]/u, right: '～ between numbers' },
  { wrong: /[\d·] ?至 ?[\d·] ?[个位天人件份個]/u, right: '～ between numbers' },
  { wrong: /[）】》」』”] (?=\p{Script=Han})/u, right: 'no space after a full-width bracket' },
]

export const chineseTerms: Readonly<Record<string, readonly Term[]>> = {
  'zh-CN': [
    ...shared,
    { wrong: /赛项代码/u, right: '赛项代号' },
    { wrong: /回执编号|报名号(?!码)/u, right: '报名编号' },
    { wrong: /第 ?[\d·] ?次提交/u, right: '第 … 版' },
    // 大赛 is the whole contest, 赛项 one of its activities.
    { wrong: /赛事|比赛/u, right: '大赛' },
    { wrong: /(?:验证|核验)(?:证书|回执|签名)|(?:证书|回执|签名)(?:验证|核验)/u, right: '查验' },
    { wrong: /[「」『』]/u, right: '“”, and ‘’ within them' },
    { wrong: /“[^”]*“/u, right: '‘’ within “”' },
  ],
  'zh-TW': [
    ...shared,
    { wrong: /賽項代碼/u, right: '賽項代號' },
    { wrong: /回執編號|報名號(?!碼)/u, right: '報名編號' },
    { wrong: /第 ?[\d·] ?次(?:提交|送出)/u, right: '第 … 版' },
    { wrong: /賽事|比賽/u, right: '大賽' },
    { wrong: /(?:驗證|核驗)(?:證書|回執|簽章|簽名)|(?:證書|回執|簽章|簽名)(?:驗證|核驗)/u, right: '查驗' },
    { wrong: /[“”‘’]/u, right: '「」, and 『』 within them' },
    { wrong: /「[^」]*「/u, right: '『』 within 「」' },
  ],
}

/** Lengths in messages are limits of fields, in which Latin letters, digits and spaces count too. */
export const lengthTerms: Readonly<Record<string, Term>> = {
  'zh-CN': { wrong: /[\d·] ?个字(?![符段母])/u, right: '个字符' },
  'zh-TW': { wrong: /[\d·] ?個字(?![元段母])/u, right: '個字元' },
}

/** Moments may end with the time zone in brackets, so no space follows them. */
export const momentArguments = ['at', 'closedAt', 'closesAt', 'date', 'day', 'from', 'moment', 'opensAt', 'until']

/** Labels of the states of an enrolment, which people meet on several screens. */
export const enrolmentStates = [
  'enrolment.state.',
  'office.announcements.states.',
  'office.enrolments.state.',
  'office.teams.state.',
  'settings.deleteLeads.state.',
  'sheet.enrolments.state.',
  'team.state.',
]
