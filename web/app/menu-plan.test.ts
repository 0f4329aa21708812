import { expect, it } from 'vitest'
import { arrangeMenu } from './menu-plan.ts'

const entry = (path: string) => ({ path, label: path, children: [] })

it('puts pages into the planned order and groups, and those that nobody planned at the end', () => {
  const entries = ['/new', '/b', '/a', '/c'].map(entry)
  expect(arrangeMenu(entries, ['/a', '/gone', { label: 'group', paths: ['/c', '/missing', '/b'] }])).toEqual([
    entry('/a'),
    { label: 'group', entries: [entry('/c'), entry('/b')] },
    entry('/new'),
  ])
})

it('makes no group of one page, and none of none', () => {
  const plan = [
    { label: 'one', paths: ['/a', '/b'] },
    { label: 'none', paths: ['/c'] },
  ]
  expect(arrangeMenu([entry('/b')], plan)).toEqual([entry('/b')])
})

it('takes a page from below another where the plan names it, and leaves the others there', () => {
  const news = { ...entry('/news'), children: [entry('/journal'), entry('/rest')] }
  expect(arrangeMenu([news], ['/journal', '/news'])).toEqual([
    entry('/journal'),
    { ...entry('/news'), children: [entry('/rest')] },
  ])
})
