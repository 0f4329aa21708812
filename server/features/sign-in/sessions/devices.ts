type Marks = readonly (readonly [mark: RegExp, name: string])[]

// Browsers also name their ancestors, so the most specific comes first. Every pattern is a plain word, safe on any
// input.
const browsers: Marks = [
  [/MicroMessenger\//, 'WeChat'],
  [/DingTalk\//, 'DingTalk'],
  [/MQQBrowser\/|QQBrowser\//, 'QQ Browser'],
  [/UCBrowser\//, 'UC Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/VivoBrowser\//, 'vivo Browser'],
  [/HeyTapBrowser\//, 'HeyTap Browser'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\/|Opera\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/Trident\/|MSIE /, 'Internet Explorer'],
]

const systems: Marks = [
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const findName = (marks: Marks, userAgent: string): string | null =>
  marks.find(([mark]) => mark.test(userAgent))?.[1] ?? null

/** Browser and system as reported by the browser: enough to recognise one's own devices. */
export const deviceOf = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: findName(browsers, userAgent),
  system: findName(systems, userAgent),
})
