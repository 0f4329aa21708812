import { expect, it } from 'vitest'
import { withNote } from './brackets.ts'
import { zoneLabel, zoneName } from '../zone-names.ts'

it('a note is put in the brackets of the language', () => {
  expect(withNote('zh-CN', '课程创新', 'KC')).toBe('课程创新（KC）')
  expect(withNote('en-US', 'Course Innovation', 'KC')).toBe('Course Innovation (KC)')
})

it('the time of China has one name in each language', () => {
  const at = new Date('2026-05-01T00:00:00Z')
  expect(zoneName('zh-CN', 'Asia/Shanghai', { at })).toBe('北京时间')
  expect(zoneName('zh-TW', 'Asia/Shanghai', { at })).toBe('北京時間')
  expect(zoneName('zh-CN', 'Asia/Shanghai', { at, style: 'shortOffset' })).toBe('北京时间')
  expect(zoneName('en-US', 'Asia/Shanghai', { at })).toBe('Beijing time')
  expect(zoneName('id-ID', 'Asia/Shanghai', { at })).toBe('waktu Beijing')
  expect(zoneName('pt-BR', 'Asia/Shanghai', { at })).toBe('horário de Pequim')
  expect(zoneName('en-US', 'Asia/Shanghai', { at, style: 'shortOffset' })).toBe('GMT+8')
  expect(zoneName('zh-CN', 'Europe/Lisbon', { at })).toContain('西欧')
})

it('a time zone that is chosen has its name beside the one of IANA', () => {
  expect(zoneLabel('zh-CN', 'Asia/Shanghai')).toBe('北京时间（Asia/Shanghai）')
  expect(zoneLabel('en-US', 'Asia/Shanghai')).toBe('Beijing time (Asia/Shanghai)')
})
