import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { expect, it } from 'vitest'
import { menuPlan, routes } from '../routes.tsx'
import { accessOf, menuOf } from './access.ts'
import { arrangeMenu, isGroup } from './menu-plan.ts'

const entry = (path: string) => ({ path, label: path as MessageId, children: [] })
const page = (path: string) => ({ path, icon: 'news' as const })
const item = (path: string) => ({ ...entry(path), icon: 'news' })

it('puts pages into the planned order and groups, and unplanned pages at the end', () => {
  const entries = ['/new', '/b', '/a', '/c'].map(entry)
  const plan = [page('/a'), page('/gone'), { label: 'group' as MessageId, pages: ['/c', '/missing', '/b'].map(page) }]
  expect(arrangeMenu(entries, plan)).toEqual([
    item('/a'),
    { label: 'group', entries: [item('/c'), item('/b')] },
    { ...item('/new'), icon: 'page' },
  ])
})

it('makes no groups with one page or none', () => {
  const plan = [
    { label: 'one' as MessageId, pages: ['/a', '/b'].map(page) },
    { label: 'none' as MessageId, pages: [page('/c')] },
  ]
  expect(arrangeMenu([entry('/b')], plan)).toEqual([item('/b')])
})

it('moves a child page to where the plan has it, and leaves its siblings', () => {
  const news = { ...entry('/news'), children: [entry('/journal'), entry('/rest')] }
  expect(arrangeMenu([news], [page('/journal'), page('/news')])).toEqual([
    item('/journal'),
    { ...item('/news'), children: [{ ...item('/rest'), icon: 'page' }] },
  ])
})

it('gives every page of the site’s menu its own icon', () => {
  const items = arrangeMenu(menuOf(routes, accessOf(undefined)), menuPlan).flatMap((found) =>
    isGroup(found) ? found.entries : [found],
  )
  const icons = items.map(({ icon }) => icon)
  expect([icons.includes('page'), new Set(icons).size]).toEqual([false, items.length])
})

it('has a drawing for every icon of the menu', () => {
  const drawings = readFileSync(join(import.meta.dirname, 'shell/menu-icons.svg'), 'utf8')
  const icons = menuPlan.flatMap((planned) => ('pages' in planned ? planned.pages : [planned])).map(({ icon }) => icon)
  const missing = ['page', ...icons].filter((icon) => !drawings.includes(`<path id="${icon}" d="`))
  expect(missing).toEqual([])
})
