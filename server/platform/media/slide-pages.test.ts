import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { slidesSample, zipOf } from '../../testing/document-samples.ts'
import { isMissing, programPlaces } from '../../testing/installed-programs.ts'
import { readPdfText } from '../../testing/pdf-text.ts'
import { presentationParts, textShape } from '../../testing/presentation-parts.ts'
import { newFolder } from '../../testing/program.ts'
import { MediaUnreadable } from './media-processes.ts'
import { findPrograms } from './programs.ts'
import { convertSlides } from './slide-pages.ts'

/** What a program makes that does what a script says, in the place of the office suite. Its folder is gone afterwards. */
const convertBy = async (script: string, signal?: AbortSignal): Promise<string> => {
  const place = await newFolder()
  const path = join(place, 'soffice')
  await writeFile(path, `#!/bin/sh\npwd > ${place}/folder\n${script}\n`)
  await chmod(path, 0o755)
  try {
    return (await convertSlides(Buffer.from('slides'), { path, signal })).toString()
  } finally {
    const folder = (await readFile(join(place, 'folder'), 'utf8')).trim()
    expect([folder.includes('lectern-slides-'), existsSync(folder)]).toEqual([true, false])
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the program has a folder of its own, which is its home', async () => {
  expect(await convertBy('cat slides.pptx > slides.pdf; echo " for $HOME" >> slides.pdf')).toMatch(
    /^slides for .*\/lectern-slides-\w+\n$/,
  )
})

test('it knows nothing of the settings of the server', async () => {
  const names = (await convertBy('env > slides.pdf'))
    .split('\n')
    .map((line) => line.split('=')[0]!)
    .filter((name) => !['PWD', '_', 'SHLVL', 'OLDPWD', ''].includes(name))
  expect(names.toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR'])
})

test('it is told to run no macros, and to fetch nothing', async () => {
  const settings = await convertBy('cat profile/user/registrymodifications.xcu > slides.pdf')
  const valueOf = (name: string) =>
    new RegExp(`oor:name="${name}" oor:op="fuse"><value>(.*?)</value>`).exec(settings)?.[1]
  expect(
    ['MacroSecurityLevel', 'DisableMacrosExecution', 'BlockUntrustedRefererLinks', 'ooInetProxyType'].map(valueOf),
  ).toEqual(['3', 'true', 'true', '2'])
  expect(await convertBy('echo "$@" > slides.pdf')).toMatch(
    /^-env:UserInstallation=file:\/\/\S+\/profile --headless .* --convert-to pdf:impress_pdf_Export --outdir (\S+) \1\/slides\.pptx\n$/,
  )
})

test.for([
  ['it fails', 'echo something > slides.pdf; exit 3'],
  ['it writes nothing', 'exit 0'],
  ['it writes an empty file', ': > slides.pdf'],
  ['it writes more than expected', 'exec dd if=/dev/zero of=slides.pdf bs=1048576 count=300 2>/dev/null'],
] as const)('a file is at fault if %s', async ([, script]) => {
  await expect(convertBy(script)).rejects.toBeInstanceOf(MediaUnreadable)
})

test('a program that is gone says nothing about the file', async () => {
  await expect(convertSlides(Buffer.from('a'), { path: '/nowhere/soffice' })).rejects.toThrow(
    '/nowhere/soffice cannot be started',
  )
})

test('whoever asked may change their mind: the program ends with everything that it has started', async () => {
  const mark = join(await newFolder(), 'pid')
  const abort = new AbortController()
  const run = convertBy(`sleep 600 & echo $! > ${mark}; wait`, abort.signal)
  run.catch(() => undefined)
  let pid = 0
  while (pid === 0) {
    await pause(20)
    pid = Number(await readFile(mark, 'utf8').catch(() => '0'))
  }
  abort.abort(new Error('cancelled'))
  await expect(run).rejects.toThrow('cancelled')
  while (isRunning(pid)) await pause(20)
})

test('a server that is gone leaves neither the program nor its folder', async () => {
  const place = await newFolder()
  const path = join(place, 'soffice')
  const own = join(place, 'own')
  await writeFile(path, `#!/bin/sh\necho "$$ $PWD" > ${own}.new; mv ${own}.new ${own}; exec sleep 600\n`)
  await chmod(path, 0o755)
  const program = `const { convertSlides } = await import(${JSON.stringify(import.meta.resolve('./slide-pages.ts'))})
await convertSlides(Buffer.from('slides'), { path: ${JSON.stringify(path)} })`
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  while (!existsSync(own)) await pause(20)
  const [pid, folder] = (await readFile(own, 'utf8')).trim().split(' ')
  expect(existsSync(folder!)).toBe(true)
  server.kill('SIGKILL')
  while (isRunning(Number(pid)) || existsSync(folder!)) await pause(20)
})

const linkedPicture =
  '<p:pic><p:nvPicPr><p:cNvPr id="5" name="a"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'

test.skipIf(isMissing('soffice'))('LibreOffice fetches nothing that a file refers to', async () => {
  const requests: string[] = []
  const elsewhere = createServer(({ url }, answer) => {
    requests.push(url!)
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const target = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/picture.png`
  const slides = await zipOf(
    presentationParts({
      slides: [textShape(2, ['第一课']) + linkedPicture],
      slideRelations: [[{ id: 'rId2', type: 'image', target, isExternal: true }]],
    }),
  )
  const { soffice } = await findPrograms(programPlaces)
  expect(await readPdfText(await convertSlides(slides, { path: soffice! }))).toMatch(/第一课/)
  elsewhere.close()
  expect(requests).toEqual([])
})

test.skipIf(isMissing('soffice'))('with LibreOffice slides become pages', async () => {
  const { soffice } = await findPrograms(programPlaces)
  const pdf = await convertSlides(await slidesSample(), { path: soffice! })
  expect((await readPdfText(pdf)).replace(/\s+/g, ' ')).toMatch(/第一课.*A & B.*第二课/)
})
