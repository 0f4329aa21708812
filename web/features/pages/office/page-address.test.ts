import { expect, it } from 'vitest'
import { pageIn, pathOf } from './page-address.ts'

it('the page is in the address, case-insensitive; the default is the page about the contest', () => {
  const asked = ['page=Contact_bac', 'page=rules', 'page=Nothing', ''].map((query) =>
    pageIn(new URLSearchParams(query)),
  )
  expect([asked, pathOf('Home'), pathOf('Note')]).toEqual([['Contact_bac', 'Rules', 'About', 'About'], '/', '/Note'])
})
