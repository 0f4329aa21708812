import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'
import { initialsOf } from './initials.ts'

it.each([
  ['张伟', '张'],
  ['Dr. 欧阳娜娜', '欧'],
  ['𠮷田', '𠮷'],
  ['Ana Maria Souza', 'AS'],
  ['bob', 'B'],
  ['li-ming_2', 'L2'],
  ['Jean-Luc', 'JL'],
  ["O'Neill", 'O'],
  ['élise', 'É'],
  ['', ''],
  ['😀', ''],
])('shows for %s the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

const render = (avatar: React.ReactNode): string => renderToStaticMarkup(avatar).replaceAll(/ class="[^"]*"/g, '')

it('reserves space for a picture with empty alt text, because the name is beside it', () => {
  expect(render(<Avatar src="/a.jpg" name="Bo" size="large" />)).toBe(
    '<img data-size="large" src="/a.jpg" width="88" height="88" alt="" decoding="async" fetchPriority="low"/>',
  )
})

it('draws initials without a picture, but not as text', () => {
  expect(render(<Avatar src={null} name="张伟" size="small" />)).toBe(
    '<span data-size="small" data-initials="张" aria-hidden="true"></span>',
  )
})
