import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Avatar, initialsOf } from './avatar.tsx'

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
])('stands for %s with %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

const render = (avatar: React.ReactNode): string => renderToStaticMarkup(avatar).replaceAll(/ class="[^"]*"/g, '')

it('keeps room for a picture, which says nothing where the name stands beside it', () => {
  expect(render(<Avatar src="/a.jpg" name="Bo" size={48} />)).toBe(
    '<img src="/a.jpg" width="48" height="48" alt="" decoding="async" fetchPriority="low"/>',
  )
  expect(render(<Avatar src="/a.jpg" name="Bo" labelled />)).toBe(
    '<img src="/a.jpg" width="40" height="40" alt="Bo" decoding="async" fetchPriority="low"/>',
  )
})

it('draws initials without a picture', () => {
  expect(render(<Avatar src={null} name="张伟" labelled />)).toBe(
    '<svg role="img" aria-label="张伟" width="40" height="40" viewBox="0 0 40 40">' +
      '<text x="20" y="20" dy="0.36em" text-anchor="middle" font-size="18">张</text></svg>',
  )
})
