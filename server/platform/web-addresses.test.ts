import { expect, test } from 'vitest'
import { holdsAddress } from './web-addresses.ts'

test.each([
  'win money at evil.com',
  'https://evil.example',
  'WWW.evil',
  'write to me@evil.example',
  'evil．ｃｏｍ',
  '奖金领取evil。com',
  '领奖 t.me/evil',
  '点击 bit.ly',
  '10.0.0.1 队',
  '奖品.中国',
])('%s holds an address', (name) => {
  expect(holdsAddress(name)).toBe(true)
})

test.each([
  '王芳',
  'J. R. Smith',
  'J.R. Smith, Ph.D.',
  'St.Mary School',
  '云泽三小.数学组',
  'Dr.Wang',
  '2026.03 队',
  'A:B / C',
  '@home',
  '江州一队。加油',
])('%s holds none', (name) => {
  expect(holdsAddress(name)).toBe(false)
})
