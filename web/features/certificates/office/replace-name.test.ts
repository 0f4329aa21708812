import { expect, test } from 'vitest'
import { replaceName } from './replace-name.ts'

test('a corrected name is corrected among the people of a team too', () => {
  expect(replaceName('陈明远、刘晓燕', '刘晓燕', '刘晓䶮')).toBe('陈明远、刘晓䶮')
  expect(replaceName('He Lann, Ana Souza and Li Na', 'He Lann', 'He Lan')).toBe('He Lan, Ana Souza and Li Na')
})

test('a name that another one begins with stays', () => {
  expect(replaceName('王丽娟、王丽', '王丽', '王莉')).toBe('王丽娟、王莉')
  expect(replaceName('J. Li (Bo)', 'Li (Bo)', '$&')).toBe('J. $&')
})
