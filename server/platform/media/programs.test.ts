import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/program.ts'
import { MediaUnreadable } from './media-processes.ts'
import { findPrograms, runProgram } from './programs.ts'

const limits = { seconds: 1, megabytes: 500 }

const sh = (script: string, changes: Partial<Parameters<typeof runProgram>[0]> = {}) =>
  runProgram({
    path: '/bin/sh',
    arguments: ['-c', script],
    input: Buffer.from('what it reads'),
    limits,
    maxBytes: 1_000,
    ...changes,
  })

test('a program reads from us and writes to us', async () => {
  expect((await sh('cat')).toString()).toBe('what it reads')
  expect((await sh('cat', { input: Readable.from([Buffer.from('a '), Buffer.from('stream')]) })).toString()).toBe(
    'a stream',
  )
})

test('it knows nothing of the settings of the server', async () => {
  const names = (await sh('env'))
    .toString()
    .split('\n')
    .map((line) => line.split('=')[0])
  expect(names.filter((name) => !['PWD', '_', 'SHLVL', ''].includes(name!)).toSorted()).toEqual([
    'HOME',
    'LANG',
    'PATH',
  ])
})

test.for([
  ['it fails', 'echo something; exit 3', {}],
  ['it writes nothing', 'cat >/dev/null', {}],
  ['it never stops computing', 'while :; do :; done', {}],
  ['it writes more than expected', 'while :; do echo again; done', {}],
  ['it waits for ever', 'exec sleep 600', { limits: { seconds: 0.02, megabytes: 500 } }],
] as const)('a file is at fault if %s', async ([, script, changes]) => {
  await expect(sh(script, changes)).rejects.toBeInstanceOf(MediaUnreadable)
})

test.skipIf(process.platform !== 'linux')('a program that needs too much memory fails', async () => {
  const most = (await sh('ulimit -v')).toString().trim()
  expect(most).toBe(String(500 * 1024))
})

test('a program that is gone says nothing about the file', async () => {
  await expect(
    runProgram({ path: '/nowhere/ffmpeg', arguments: [], input: Buffer.from('a'), limits, maxBytes: 9 }),
  ).rejects.toThrow('/nowhere/ffmpeg cannot be started')
})

test('whoever asked may change their mind', async () => {
  const abort = new AbortController()
  const run = sh('exec sleep 600', { signal: abort.signal })
  abort.abort(new Error('cancelled'))
  await expect(run).rejects.toThrow('cancelled')
})

test('the first place that has a program is taken, and only if it can be started', async () => {
  const folder = await newFolder()
  const places = ['a', 'b', 'c'].map((name) => join(folder, name))
  await writeFile(places[1]!, '#!/bin/sh\n')
  await writeFile(places[2]!, '#!/bin/sh\n')
  expect(await findPrograms({ ffmpeg: places, pdftoppm: [] })).toEqual({})
  await chmod(places[2]!, 0o755)
  expect(await findPrograms({ ffmpeg: places, pdftoppm: [] })).toEqual({ ffmpeg: places[2] })
})
