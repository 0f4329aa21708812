import { describe, expect, test } from 'vitest'
import { scanForLeaks, type Identity } from './leak-scan.ts'

const people: Identity[] = [
  { kind: 'name', value: '王芳' },
  { kind: 'name', value: 'Li Na' },
  { kind: 'name', value: 'Li' },
  { kind: 'school', value: '云泽大学' },
  { kind: 'school', value: 'No. 2 School' },
  { kind: 'email', value: 'Wang.Fang@example.org' },
  { kind: 'phone', value: '+8613912345678' },
  { kind: 'team', value: '粉笔小组' },
]

const found = (text: string) => scanForLeaks([{ place: 1, text }], people).map(({ kind, value }) => `${kind} ${value}`)

describe('a text names somebody', () => {
  test.for([
    ['主讲人：王芳老师', 'name 王芳'],
    ['主讲人　王 芳', 'name 王芳'],
    ['by LI NA, 2031', 'name Li Na'],
    ['来自云 泽 大 学的课堂', 'school 云泽大学'],
    ['NO.2  SCHOOL', 'school No. 2 School'],
    ['write to wang.fang@EXAMPLE.org', 'email Wang.Fang@example.org'],
    ['电话 139-1234-5678', 'phone +8613912345678'],
    ['电话 １３９１２３４５６７８', 'phone +8613912345678'],
    ['粉笔小组出品', 'team 粉笔小组'],
  ] as const)('%s', ([text, hit]) => {
    expect(found(text)).toContain(hit)
  })
})

test('a short name in letters is not found inside other words', () => {
  expect(found('A lesson list of English lines')).toEqual([])
  expect(found('Li teaches')).toEqual(['name Li'])
})

test('a hit tells its place and the words around it', () => {
  const text = `${'前'.repeat(50)}授课教师王芳于本学期开设${'后'.repeat(50)}`
  const [hit] = scanForLeaks([{ place: { kind: 'page', page: 3 }, text }], people)
  expect(hit).toEqual({
    kind: 'name',
    value: '王芳',
    place: { kind: 'page', page: 3 },
    context: `…${'前'.repeat(16)}授课教师王芳于本学期开设${'后'.repeat(14)}…`,
  })
})

test('a text that says it a thousand times gives a handful of hits', () => {
  expect(found('王芳'.repeat(1_000))).toHaveLength(5)
})
