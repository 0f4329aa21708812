import { expect, test } from 'vitest'
import { renamed } from './renamed.ts'

test('a corrected name is corrected among the people of a team too', () => {
  expect(renamed('陈明远、刘晓燕', '刘晓燕', '刘晓䶮')).toBe('陈明远、刘晓䶮')
  expect(renamed('He Lann, Ana Souza and Li Na', 'He Lann', 'He Lan')).toBe('He Lan, Ana Souza and Li Na')
})

test('a name that another one begins with stays', () => {
  expect(renamed('王丽娟、王丽', '王丽', '王莉')).toBe('王丽娟、王莉')
  expect(renamed('J. Li (Bo)', 'Li (Bo)', '$&')).toBe('J. $&')
})
