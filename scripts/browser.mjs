import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage, isOffered, mayInstall } from './apt.mjs'
import { unpackBrowser } from './packed-browser.mjs'

/** Headless Chromium takes less than half the time for the same pages. */
const shell = 'chromium-headless-shell'

const names = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]

const usualPlaces = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

const findBrowser = () => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(usualPlaces[process.platform] ?? []),
  ]
  return [process.env.CHROMIUM, ...candidates].find((path) => path && existsSync(path))
}

/**
 * Without a Chinese font, text is rendered as boxes of another size. Systems without fontconfig have their own fonts.
 */
const lacksChineseFont = () => {
  if (process.platform !== 'linux') return false
  const fonts = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return fonts.error !== undefined || fonts.stdout.trim() === ''
}

const purpose = 'the browser tests'

const installMissing = async () => {
  const lacksShell = !process.env.CHROMIUM && !findBrowser()?.endsWith(shell)
  if (lacksChineseFont()) await installPackage('fonts-noto-cjk', purpose)
  if (lacksShell && (await isOffered(shell))) await installPackage(shell, purpose)
  if (!findBrowser()) await installPackage('chromium', purpose)
}

const advice =
  'The browser tests need Chromium: install chromium and fonts-noto-cjk, or set CHROMIUM to the path of one you have.'

/** Finds or installs a Chromium: returns its path, or a line that says what to do. */
export const ensureBrowser = async () => {
  if (mayInstall()) await installMissing()
  const path = findBrowser() ?? (await unpackBrowser())
  return path ? { path } : { problem: advice }
}
