import { expect, test } from 'vitest'
import { mixesScripts, skeletonOf } from './lookalikes.ts'

test.each(['аdmin', 'wаng-fang', 'αlpha', '王fаng', 'тest'])('%s mixes scripts', (name) => {
  expect(mixesScripts(name)).toBe(true)
})

test.each(['admin', '王fang', 'иван', 'иван-wang', 'はなko', 'wang_芳2', 'josé'])('%s does not', (name) => {
  expect(mixesScripts(name)).toBe(false)
})

test.each(['аdmіn', 'admın', 'adm1n', 'ad-min', 'ADMIN', 'adrnin', 'ádmin'])('%s looks like admin', (name) => {
  expect(skeletonOf(name)).toBe(skeletonOf('admin'))
})

test.each(['adam', 'administrator', 'admins'])('%s does not look like admin', (name) => {
  expect(skeletonOf(name)).not.toBe(skeletonOf('admin'))
})
