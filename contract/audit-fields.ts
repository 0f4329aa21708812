import type { subjectKinds } from './audit-actions.ts'
import { auditCodes, type AuditCodeList } from './audit-codes.ts'
import { idForm } from './audit-values.ts'
import { isLocale } from './locales.ts'

/**
 * How a value of the audit log is shown. `text`: as people wrote it. `plain`: a number, a time, a day, yes or no.
 * `named`: an id of something that has a name. `unnamed`: an id of something without one. `question`: the id of a
 * question or part, whose label is shown. `field`: the name of another field, or the id of a question or part. `key`: an
 * id that is not shown. Localized texts and nested values may be anywhere.
 */
type ValueForm =
  | 'text'
  | 'plain'
  | 'named'
  | 'file'
  | 'unnamed'
  | 'question'
  | 'field'
  | 'key'
  | 'region'
  | 'country'
  | 'zone'
  | 'locale'
  | 'codec'
  | 'mediaType'

export type AuditForm = ValueForm | AuditCodeList
type SubjectKind = (typeof subjectKinds)[number]
/** Where subjects differ, `other` is for those that are not named. */
type FormBySubject = Partial<Record<SubjectKind, AuditForm>> & { other: AuditForm }

/** Every field of the audit log, nested ones included. The office has a label for each of them. */
export const auditFields = {
  access: 'access',
  account: 'named',
  accountId: 'named',
  accounts: 'named',
  activities: 'named',
  // Teams store its code.
  activity: { team: 'text', other: 'named' },
  activityId: 'named',
  address: 'text',
  advisorsMax: 'plain',
  agreed: 'plain',
  alt: 'text',
  announcement: 'plain',
  article: 'plain',
  attachments: 'file',
  audience: 'plain',
  author: 'text',
  avatar: 'file',
  banner: 'plain',
  bio: 'text',
  blind: 'plain',
  blocks: 'text',
  /** Of articles and materials: which languages were written. */
  body: { article: 'locale', material: 'locale', other: 'text' },
  capacity: 'plain',
  captain: 'named',
  captainsOnly: 'plain',
  captions: 'file',
  category: { material: 'materialCategory', other: 'newsCategory' },
  changed: 'question',
  city: 'region',
  closesAt: 'plain',
  code: 'text',
  codecs: 'codec',
  colorWeak: 'plain',
  content: 'keptContent',
  contentWidth: 'contentWidth',
  contest: 'plain',
  copyOf: 'named',
  count: 'plain',
  country: 'country',
  cover: 'file',
  current: 'named',
  declarations: 'field',
  demo: 'plain',
  department: 'text',
  document: 'document',
  edition: 'named',
  editionId: 'named',
  email: 'text',
  ended: 'plain',
  enrolment: 'named',
  expert: 'plain',
  field: 'question',
  fields: { expert: 'expertField', reviewer: 'expertField', other: 'field' },
  file: 'file',
  fixedHeader: 'plain',
  fixedSidebar: 'plain',
  forExperts: 'plain',
  forPublic: 'plain',
  from: 'plain',
  graceMinutes: 'plain',
  group: 'text',
  hash: 'text',
  help: 'text',
  hidden: 'text',
  icp: 'text',
  icpNotNeeded: 'plain',
  id: 'key',
  inGrace: 'plain',
  invitation: 'unnamed',
  invitations: 'unnamed',
  isLate: 'plain',
  judgement: 'leakJudgement',
  kind: {
    article: 'articleKind',
    material: 'materialKind',
    phase: 'phaseKind',
    team: 'phaseKind',
    activity: 'partKind',
    round: 'ruleKind',
    entry: 'entryKind',
    certificateTemplate: 'certificateKind',
    certificateIssue: 'certificateKind',
    certificate: 'certificateKind',
    certificates: 'certificateKind',
    prizes: 'quotaKind',
    other: 'text',
  },
  kinds: 'fileKind',
  label: 'text',
  languages: 'locale',
  layout: 'menuLayout',
  limits: 'plain',
  link: 'text',
  locale: 'locale',
  logo: 'file',
  mailHost: 'text',
  mailPasswordChanged: 'plain',
  mailPort: 'plain',
  mailSecurity: 'mailSecurity',
  mailSender: 'text',
  mailUsername: 'text',
  mark: 'workMark',
  material: 'plain',
  max: 'plain',
  maxCharacters: 'plain',
  maxFiles: 'plain',
  maxKbps: 'plain',
  maxLength: 'plain',
  maxMegabytes: 'plain',
  maxPages: 'plain',
  maxSeconds: 'plain',
  maxTotalMegabytes: 'plain',
  members: 'named',
  message: 'plain',
  min: 'plain',
  minFiles: 'plain',
  minLongSide: 'plain',
  minSeconds: 'plain',
  minShortSide: 'plain',
  name: { document: 'document', other: 'text' },
  names: 'text',
  narrow: 'file',
  navTheme: 'navTheme',
  nickname: 'text',
  notice: 'plain',
  number: 'text',
  opensAt: 'plain',
  options: 'question',
  order: 'named',
  organiser: 'text',
  outbox: 'plain',
  page: 'plain',
  part: 'question',
  partner: 'plain',
  parts: 'plain',
  people: 'named',
  personal: 'personalColumns',
  phone: 'text',
  photo: 'file',
  pinned: 'plain',
  preview: 'file',
  primaryColor: 'text',
  profile: 'text',
  province: 'region',
  provinces: 'region',
  publicSecurity: 'text',
  publishAt: 'plain',
  publishedAt: 'plain',
  purpose: 'filePurpose',
  realName: 'text',
  reason: 'text',
  redacted: 'file',
  reference: 'text',
  removed: 'plain',
  replaces: 'text',
  required: 'plain',
  requireSecondFactor: 'plain',
  requirements: 'text',
  resubmitBy: 'plain',
  role: { partner: 'partnerRole', other: 'teamRole' },
  rows: 'sheetRows',
  rules: 'text',
  school: 'text',
  sealed: 'plain',
  search: 'text',
  size: 'plain',
  slogan: 'text',
  smsCountries: 'text',
  state: {
    enrolment: 'enrolmentState',
    enrolments: 'enrolmentState',
    work: 'workState',
    works: 'workState',
    message: 'messageState',
    outbox: 'outboxState',
    task: 'taskState',
    round: 'roundState',
    reviewer: 'reviewerState',
    entry: 'assignmentState',
    case: 'caseState',
    certificate: 'certificateState',
    certificates: 'certificateState',
    certificateIssue: 'issueState',
    resultList: 'listState',
    other: 'publishState',
  },
  states: 'audienceState',
  status: 'accountStatus',
  submission: 'plain',
  summary: 'text',
  task: 'named',
  team: 'named',
  teamMax: 'plain',
  teamMin: 'plain',
  teams: 'named',
  text: 'text',
  timeZone: 'zone',
  title: 'text',
  to: { team: 'named', other: 'audienceBase' },
  type: 'fieldType',
  types: 'mediaType',
  until: 'plain',
  uploadMinutes: 'plain',
  username: 'text',
  values: 'text',
  version: 'plain',
  visible: 'plain',
  waitingList: 'plain',
  what: 'profileValue',
  when: 'plain',
  whole: 'plain',
  whose: 'profileOwner',
  wide: 'file',
  workRules: 'plain',
  year: 'plain',
  aggregate: 'aggregate',
  codes: 'text',
  criteria: 'plain',
  discrepancy: 'plain',
  expertsPerWork: 'plain',
  format: 'text',
  goesOn: 'plain',
  institution: 'text',
  isChair: 'plain',
  levels: 'plain',
  maxWorks: 'plain',
  mode: 'roundMode',
  panel: { reviewer: 'unnamed', other: 'text' },
  panels: 'text',
  percent: 'plain',
  pledge: 'plain',
  practice: 'plain',
  previous: 'named',
  resolution: 'text',
  reviewer: 'named',
  step: 'plain',
  ties: { prizes: 'borderTies', other: 'plain' },
  total: 'plain',
  weight: 'plain',
  added: 'plain',
  isThird: 'plain',
  seed: 'text',
  effect: 'caseEffect',
  holidays: 'text',
  caseRetentionDays: 'plain',
  prefix: 'text',
  first: 'text',
  last: 'text',
  blocked: 'plain',
  template: 'named',
  series: 'named',
  source: 'issueSource',
  date: 'plain',
  notify: 'plain',
  revokedToo: 'plain',
  correction: 'correctionState',
  answer: 'text',
  replacedBy: 'text',
  appealDays: 'plain',
  at: 'plain',
  decision: 'resultDecision',
  feedback: 'plain',
  maxPerInstitution: 'plain',
  minScore: 'plain',
  perMille: 'plain',
  prize: 'text',
  prizes: 'plain',
  publicColumns: 'publicColumn',
  publicityDays: 'plain',
  quota: 'plain',
  round: 'named',
  rounding: 'quotaRounding',
  rounds: 'plain',
  tiers: 'plain',
  works: 'named',
} as const satisfies Record<string, AuditForm | FormBySubject>
export type AuditField = keyof typeof auditFields

export const isAuditField = (name: string): name is AuditField => Object.hasOwn(auditFields, name)

/** How the values of a field are shown; undefined for fields of former versions. */
export const auditFormOf = (field: string, subjectKind: string): AuditForm | undefined => {
  if (!isAuditField(field)) return undefined
  const form: AuditForm | FormBySubject = auditFields[field]
  return typeof form === 'string' ? form : (form[subjectKind as SubjectKind] ?? form.other)
}

export const isCodeList = (form: AuditForm): form is AuditCodeList => Object.hasOwn(auditCodes, form)

const plainForm = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/

const mayHold = (form: AuditForm, value: string): boolean => {
  if (isCodeList(form)) return (auditCodes[form] as readonly string[]).includes(value)
  if (form === 'plain') return plainForm.test(value)
  if (form === 'locale') return isLocale(value)
  if (form === 'named' || form === 'file' || form === 'unnamed') return idForm.test(value)
  return true
}

/** What the office has no label for, in the values of an entry. Tests use it on every entry that they cause. */
export const unlabelledIn = (subjectKind: string, values: unknown, field = ''): string[] => {
  if (Array.isArray(values)) return values.flatMap((value) => unlabelledIn(subjectKind, value, field))
  if (typeof values === 'string') {
    const form = auditFormOf(field, subjectKind)
    return !form || values === '' || mayHold(form, values) ? [] : [`${subjectKind}.${field}: ${values}`]
  }
  if (values === null || typeof values !== 'object') return []
  const parts = Object.entries(values)
  if (parts.length > 0 && parts.every(([name]) => isLocale(name))) return []
  return parts.flatMap(([name, value]) =>
    isAuditField(name) ? unlabelledIn(subjectKind, value, name) : [`${subjectKind}.${name}`],
  )
}
