import { expect, test } from 'vitest'
import { isPublicAddress } from './public-addresses.ts'

test.each([
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '192.169.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2400:3200::1',
  '::ffff:1.1.1.1',
  '64:ff9b::101:101',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['this machine', '0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '::', '::1'],
  ['private networks', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  ['the link', '169.254.0.1', 'fe80::1', 'fe80::1%eth0', '2606:4700::1%1'],
  ['metadata of clouds', '169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254'],
  ['carriers', '100.64.0.1', '100.127.255.255'],
  ['tests and documentation', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['many', '224.0.0.1', '239.255.255.255', '255.255.255.255', '240.0.0.1', 'ff02::1'],
  [
    'a mapped address',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '::ffff:10.0.0.1',
    '0:0:0:0:0:ffff:c0a8:1',
  ],
  ['a compatible address', '::127.0.0.1', '::a00:1'],
  ['a translated address', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '64:ff9b::'],
  ['a tunnel', '2002:7f00:1::', '2001:0:7f00:1::', '2001:10::1'],
  ['none at all', '', 'localhost', '127.1', '1.1.1.1.1'],
])('what leads to %s is not', (_name, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})
