import { expect, test } from 'vitest'
import { deviceOf } from './devices.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/148.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0`,
    'Edge',
    'Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/148.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows'],
  ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'Internet Explorer', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/148.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS'],
  [`${iphone} CriOS/148.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
  [`${iphone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iOS'],
  [`${iphone} Mobile/15E148 MicroMessenger/8.0.60 NetType/WIFI Language/zh_CN`, 'WeChat', 'iOS'],
  ['Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) Version/16.6 Mobile/15E148 Safari/604.1', 'Safari', 'iPadOS'],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S938B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [
    `Mozilla/5.0 (Linux; U; Android 15; zh-cn) ${webkit} Chrome/118.0.0.0 Mobile Safari/537.36 MiuiBrowser/20`,
    'Mi Browser',
    'Android',
  ],
  [
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/132.0.0.0 Mobile Safari/537.36 ArkWeb/6`,
    'Chrome',
    'HarmonyOS',
  ],
  ['curl/8.14.1', null, null],
  ['', null, null],
  ['<script>alert(1)</script>', null, null],
  ['Mozilla/5.0 ('.repeat(400), null, null],
])('the device of "%.80s" is told as %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})
