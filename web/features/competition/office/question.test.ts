import { expect, test } from 'vitest'
import { fieldOf, newQuestion, type Question } from './question.ts'

const question = (changes: Partial<Question>): Question => ({
  id: 'level',
  type: 'text',
  label: { 'zh-CN': '学段', 'en-US': '' },
  help: {},
  required: true,
  personal: false,
  ...changes,
})

test('a question sends only the properties of its type', () => {
  const options = [{ id: 'a', label: { 'zh-CN': '甲', 'pt-BR': '' } }]
  const typed = { options, maxLength: 9, min: 0, max: null, whole: false, from: '', until: '2026-01-01' }
  const shared = { id: 'level', label: { 'zh-CN': '学段' }, help: {}, required: true, personal: false }
  const sent = (type: Question['type']) => fieldOf(question({ ...typed, type }))
  expect(sent('text')).toEqual({ ...shared, type: 'text', maxLength: 9 })
  expect(sent('number')).toEqual({ ...shared, type: 'number', min: 0 })
  expect(sent('choices')).toEqual({
    ...shared,
    type: 'choices',
    min: 0,
    options: [{ id: 'a', label: { 'zh-CN': '甲' } }],
  })
  expect(sent('date')).toEqual({ ...shared, type: 'date', until: '2026-01-01' })
  expect(sent('file')).toEqual({ ...shared, type: 'file' })
})

test('ids of questions are unique', () => {
  const ids = Array.from({ length: 50 }, () => newQuestion().id)
  expect(new Set(ids).size).toBe(50)
  expect(ids.every((id) => /^[a-z]{10}$/.test(id))).toBe(true)
})
