import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Packages = Record<string, { version: string; optional?: boolean }>

const locked: Packages = {
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '1.0.0', optional: true },
  'server/node_modules/a': { version: '2.0.0' },
}

let folder: string

const write = (path: string, content: object | string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
}

/** A project whose npm only notes that it was asked. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-install-'))
  cpSync(import.meta.dirname, join(folder, 'scripts'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  })
  mkdirSync(join(folder, 'messages/en-US'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'))
  write('package.json', { workspaces: ['server'] })
  write('server/package.json', {})
  write('package-lock.json', { packages: { '': {}, server: {}, ...locked } })
  write('npm-cli.js', "require('node:fs').writeFileSync(`${__dirname}/npm-was-run`, '')")
})
afterEach(() => rmSync(folder, { recursive: true }))

/** As npm leaves it. */
const install = (packages: Packages): void => {
  write('node_modules/.package-lock.json', { packages: { server: {}, ...packages } })
  for (const path of Object.keys(packages)) write(`${path}/package.json`, packages[path]!)
}

/** Whether a start runs npm. */
const runsNpm = (): boolean => {
  rmSync(join(folder, 'npm-was-run'), { force: true })
  const script = `const { ensureInstalled } = await import(${JSON.stringify(join(folder, 'scripts/install.mjs'))})
    await ensureInstalled()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, npm_execpath: join(folder, 'npm-cli.js'), npm_node_execpath: process.execPath },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, expect.any(String)])
  return existsSync(join(folder, 'npm-was-run'))
}

const { 'node_modules/b': _, ...withoutOptional } = locked
const { 'server/node_modules/a': __, ...ofRoot } = locked

describe('a start', () => {
  test.each<[string, Packages, boolean]>([
    ['everything', locked, false],
    ['all but an optional package', withoutOptional, false],
    ['nothing in the folders of workspaces', ofRoot, true],
    [
      'another version in the folder of a workspace',
      { ...locked, 'server/node_modules/a': { version: '1.9.0' } },
      true,
    ],
  ])('after `npm ci` by hand, with %s', (_name, packages, isRun) => {
    install(packages)
    expect(runsNpm()).toBe(isRun)
    expect(readFileSync(join(folder, 'node_modules/.lectern-installed'), 'utf8')).toMatch(/^[\da-f]{64}$/)
  })

  test('installs again where the folder of a workspace was left behind', () => {
    install(locked)
    expect(runsNpm()).toBe(false)
    rmSync(join(folder, 'server/node_modules'), { recursive: true })
    expect(runsNpm()).toBe(true)
  })
})
