import { duties, workingDuties } from '@lectern/contract/accounts/duty-values.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { describe, expect, it } from 'vitest'
import { accessOf, admissionTo, isAccessible, isCovered, menuOf, entryTo } from './access.ts'

const visitor = accessOf(undefined)
const admin = accessOf({ access: 'admin', duties: [...workingDuties], activities: null })

describe('access', () => {
  it.each([
    [undefined, false, false],
    [{ access: 'user', duties: [], activities: null } as const, false, false],
    [{ access: 'expert', duties: [], activities: null } as const, false, true],
    [{ access: 'admin', duties: ['content'], activities: null } as const, true, false],
  ])('for %j: canAdmin is %s, canReview is %s', (user, canAdmin, canReview) => {
    expect(accessOf(user)).toEqual({
      canAdmin,
      canReview,
      duties: user?.duties ?? [],
    })
  })

  it('covers pages of the duties that an organiser holds; an auditor reads all', () => {
    const editor = accessOf({ access: 'admin', duties: ['content'], activities: null })
    const auditor = accessOf({ access: 'admin', duties: ['audit'], activities: null })
    expect(duties.map((duty) => isCovered({ duties: [duty] }, editor))).toEqual([false, true, false, false, false])
    expect(duties.map((duty) => isCovered({ duties: [duty] }, auditor))).toEqual([true, true, true, true, true])
    const limited = accessOf({ access: 'admin', duties: ['contest', 'system'], activities: [] })
    expect((['contest', 'activity', 'system'] as const).map((duty) => isCovered({ duties: [duty] }, limited))).toEqual([
      false,
      true,
      true,
    ])
    expect([isCovered({ duties: ['people', 'content'] }, editor), isCovered({}, visitor)]).toEqual([true, true])
  })

  it('lets everyone open a route without a name, and nobody one with an unknown name', () => {
    expect([
      isAccessible({}, visitor),
      isAccessible({ access: 'canAdmin' }, visitor),
      isAccessible({ access: 'canAdmin' }, admin),
    ]).toEqual([true, false, true])
    expect(isAccessible({ access: 'toString' }, admin)).toBe(false)
  })
})

describe('admission', () => {
  const gated = { access: 'canAdmin' }
  it.each([
    ['a public route at once', {}, visitor, true, 'open'],
    ['a public route', {}, visitor, false, 'open'],
    ['a gated route before the person is known', gated, visitor, true, 'unknown'],
    ['a gated route as a visitor', gated, visitor, false, 'closed'],
    ['a gated route as an administrator', gated, admin, false, 'open'],
  ])('to %s', (_, route, access, loading, admission) => {
    expect(admissionTo(route, { access, loading })).toBe(admission)
  })
})

describe('the way into a personal route', () => {
  const office = { access: 'canAdmin', personal: true } as const
  it.each([
    ['a visitor to the sign-in page', office, undefined, 'signIn'],
    ['a visitor to a page that is also for visitors', { personal: 'visitor' } as const, undefined, 'open'],
    [
      'a teacher to their own pages',
      { personal: true } as const,
      { access: 'user', lacksSecondFactor: false, duties: [], activities: null },
      'open',
    ],
    [
      'a teacher nowhere, for the office',
      office,
      { access: 'user', lacksSecondFactor: false, duties: [], activities: null },
      'closed',
    ],
    [
      'an organiser to the office',
      office,
      { access: 'admin', lacksSecondFactor: false, duties: [], activities: null },
      'open',
    ],
    [
      'an organiser without a second factor to its setup',
      office,
      { access: 'admin', lacksSecondFactor: true, duties: [], activities: null },
      'secondFactor',
    ],
    [
      'the same organiser to their own pages meanwhile',
      { personal: true } as const,
      { access: 'admin', lacksSecondFactor: true, duties: [], activities: null },
      'open',
    ],
  ] as const)('takes %s', (_, route, user, way) => {
    expect(entryTo(route, user)).toBe(way)
  })
})

describe('the menu', () => {
  const leaf = (path: string, access?: string) => ({
    path,
    file: path,
    menu: path as MessageId,
    ...(access && { access }),
  })
  const routes = [
    leaf('/a'),
    { path: '/quiet', file: 'quiet' },
    { ...leaf('/office'), children: [leaf('/office/1', 'canAdmin'), leaf('/office/2', 'canAdmin')] },
    { ...leaf('/mixed'), children: [leaf('/mixed/1', 'canAdmin'), leaf('/mixed/2')] },
    leaf('/secret', 'canAdmin'),
  ]
  const pathsOf = (entries: ReturnType<typeof menuOf>): unknown[] =>
    entries.map(({ path, children }) => [path, pathsOf(children)])

  it('hides what a visitor may not open, and a route whose children are all inaccessible', () => {
    expect(pathsOf(menuOf(routes, visitor))).toEqual([
      ['/a', []],
      ['/mixed', [['/mixed/2', []]]],
    ])
  })

  it('leaves out what has nothing to show, but not the pages below it', () => {
    expect(pathsOf(menuOf(routes, visitor, ['/a', '/mixed', '/quiet']))).toEqual([['/mixed/2', []]])
  })

  it('shows everything with a label to an administrator', () => {
    expect(pathsOf(menuOf(routes, admin))).toEqual([
      ['/a', []],
      [
        '/office',
        [
          ['/office/1', []],
          ['/office/2', []],
        ],
      ],
      [
        '/mixed',
        [
          ['/mixed/1', []],
          ['/mixed/2', []],
        ],
      ],
      ['/secret', []],
    ])
  })
})
