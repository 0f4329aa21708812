import { unlabelledIn } from '@lectern/contract/audit/audit-fields.ts'
import { expect, test } from 'vitest'
import { subjectAddress } from './subject-address.ts'
import { fieldWords, valueWords, type Speaker } from './value-words.ts'

const messages: Record<string, string> = {
  'office.enrolments.state.returned': 'Returned',
  'office.publishing.state.draft': 'Draft',
  'office.phases.kind.enrolment': 'Enrollment',
  'office.audit.value.yes': 'Yes',
  'office.audit.value.no': 'No',
  'office.audit.value.gone': '(deleted)',
  'office.audit.value.more': 'and more',
  'office.audit.field.reason': 'Reason',
  'office.settings.title': 'Site title',
  'field.school': 'School',
}
const someone = '01c300de-0200-7648-bd61-e319f2d8b548'
const speaker: Speaker = {
  locale: 'en-US',
  timeZone: 'Asia/Shanghai',
  names: { [someone]: 'lin · Lin Yi' },
  languageOf: (locale) => locale,
  t: (id) => messages[id] ?? id,
}
const entryOf = (subjectKind: string, more = {}) => ({ subjectKind, timeZone: null, questions: {}, ...more })
const format = (field: string, value: unknown, entry = entryOf('enrolment')): string[] =>
  valueWords(field, value, entry, speaker)

test('states, booleans, people and questions are shown as text', () => {
  expect(format('state', 'returned')).toEqual(['Returned'])
  expect(format('state', 'draft', entryOf('article'))).toEqual(['Draft'])
  expect(format('kind', 'enrolment', entryOf('team'))).toEqual(['Enrollment'])
  expect(format('inGrace', true)).toEqual(['Yes'])
  expect(format('captain', someone)).toEqual(['lin · Lin Yi'])
  expect(format('captain', someone.replace('01', '02'))).toEqual(['(deleted)'])
  expect(format('fields', ['q1', 'q2'], entryOf('enrolment', { questions: { q1: 'Stage' } }))).toEqual(['Stage, q2'])
  expect(format('province', '440000', entryOf('account'))).toEqual(['Guangdong'])
})

test('codes of exports, works and settings are shown by their labels', () => {
  expect(format('rows', 'people', entryOf('enrolments'))).toEqual(['office.enrolments.export.rows.people'])
  expect(format('personal', ['names', 'contacts'], entryOf('enrolments'))).toEqual([
    'office.enrolments.export.personal.names, office.enrolments.export.personal.contacts',
  ])
  expect(format('state', 'waiting', entryOf('task'))).toEqual(['office.tasks.state.waiting'])
  expect(format('fields', ['title', 'film'], entryOf('work', { questions: { film: 'Video' } }))).toEqual([
    'office.audit.content.title, Video',
  ])
  expect(format('part', 'film', entryOf('work', { questions: { film: 'Video' } }))).toEqual(['Video'])
  expect(format('languages', ['zh-CN'], entryOf('settings'))).toEqual(['zh-CN'])
  expect(format('types', ['video/mp4'], entryOf('activity'))).toEqual(['MP4'])
  expect(format('cover', someone.replace('01', '03'), entryOf('article'))).toEqual(['office.audit.value.file'])
})

test('what tests log without a label is found, nested fields and codes included', () => {
  expect(
    unlabelledIn('enrolment', { state: 'returned', title: { 'zh-CN': '一' }, until: '2026-11-16T04:00:00.000Z' }),
  ).toEqual([])
  expect(
    unlabelledIn('enrolment', { state: 'accepted', audience: { shape: 'x' }, count: 'many', order: ['a'] }),
  ).toEqual(['enrolment.state: accepted', 'enrolment.shape', 'enrolment.count: many', 'enrolment.order: a'])
})

test('text that people wrote is never translated, even if it equals an enum value', () => {
  expect(format('name', 'draft', entryOf('team'))).toEqual(['draft'])
})

test('a time is in the time zone of the edition, which is named; without one in that of the site', () => {
  const moment = '2026-11-16T04:00:00.000Z'
  expect(format('until', moment, entryOf('team', { timeZone: 'America/Sao_Paulo' }))).toEqual([
    '11/16/2026 01:00 (Brasilia Standard Time)',
  ])
  expect(format('until', moment)).toEqual(['11/16/2026 12:00 (Beijing time)'])
})

test('localised texts are listed by language, nested values by part, and long lists are shortened', () => {
  expect(format('title', { 'zh-CN': '一', 'en-US': 'One' })).toEqual(['zh-CN: 一', 'en-US: One'])
  expect(format('asked', { reason: 'x', open: false })).toEqual(['Reason: x', 'open: No'])
  const inChinese = { ...speaker, locale: 'zh-CN' as const }
  expect(valueWords('title', { 'zh-CN': '一' }, entryOf('article'), inChinese)).toEqual(['zh-CN：一'])
  expect(valueWords('asked', { reason: 'x' }, entryOf('team'), inChinese)).toEqual(['Reason：x'])
  const [listed = '', ...others] = format('order', [...Array(30).keys()])
  expect([listed.includes('19'), listed.includes('20'), listed.endsWith('and more'), others]).toEqual([
    true,
    false,
    true,
    [],
  ])
  expect(format('anything', null)).toEqual(['—'])
})

test('a field has the label of its form, or its own name if no form has it', () => {
  expect(fieldWords('title', entryOf('settings'), speaker)).toBe('Site title')
  expect(fieldWords('school', entryOf('account'), speaker)).toBe('School')
  expect(fieldWords('elsewhere', entryOf('account'), speaker)).toBe('elsewhere')
})

test('an entry links to its subject, unless that is gone', () => {
  const subject = { subjectKind: 'enrolment', subjectId: someone, subjectName: 'Kites', subjectVariant: null }
  expect(subjectAddress(subject)).toBe(`/Admin/Enrolment/${someone}`)
  expect(subjectAddress({ ...subject, subjectName: null })).toBeUndefined()
  expect(subjectAddress({ ...subject, subjectKind: 'page', subjectId: 'About', subjectName: null })).toBe(
    '/Admin/About?page=About',
  )
})
