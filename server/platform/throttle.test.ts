import { expect, test } from 'vitest'
import { networkOf } from './throttle.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8:1::6', '2001:db8:1:0'],
  // Zeros left out stand for as many groups as are missing.
  ['2001:db8::aaaa:4:5:6', '2001:db8:0:0'],
  ['2001:db8::bbbb:4:5:6', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
