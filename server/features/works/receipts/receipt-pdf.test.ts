import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { locales } from '@lectern/contract/locales.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isInstalled } from '../../../testing/find-program.ts'
import { readPdfText } from '../../../testing/pdf-text.ts'
import { drawSample, sampleManifest, signSample } from '../../../testing/receipts.ts'
import { hashManifest } from '../submission/manifest.ts'
import { receiptText } from './receipt-words.ts'

const run = promisify(execFile)

const [hasPoppler, hasOpenssl] = await Promise.all([isInstalled('pdftoppm'), isInstalled('openssl')])

const textOf = async (pdf: Uint8Array): Promise<string> => (await readPdfText(pdf)).replaceAll(/\s/g, '')

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'lectern-receipt-'))

test.for(locales)('says everything that it proves, in %s', async (locale) => {
  const submission = signSample()
  const text = await textOf(await drawSample(submission, locale))
  for (const said of [
    'MC2026-0042',
    'UTC+08:00',
    '星火教研组',
    '光的折射:从一支筷子说起',
    '课堂实录.mp4',
    'a1'.repeat(32),
    '教学设计.pdf',
    'b2'.repeat(32),
    'https://example.org/refraction',
    '陈䶮',
    '欧阳㛃',
    '李𬭎',
    hashManifest(submission.manifest).toString('hex'),
    submission.signature.toString('base64'),
    'https://contest.example.org/.well-known/lectern-signing-keys.json',
    'opensslpkeyutl-verify-pubin-inkeykey.pem-rawin-inmanifest.json-sigfilemanifest.sig',
  ])
    expect(text).toContain(said)
  expect(text).toMatch(/14[:.]02[:.]03/)
})

test('has the same bytes whenever it is drawn', async () => {
  const submission = signSample()
  const [first, second] = [await drawSample(submission), await drawSample(submission)]
  expect(Buffer.compare(first, second)).toBe(0)
})

test('a character that no font has is printed as its number', async () => {
  const facts = sampleManifest()
  const named = sampleManifest({ names: [{ ...facts.names[0]!, name: '𠮷田😀' }] })
  expect(await textOf(await drawSample(signSample(named)))).toContain('[U+20BB7]田[U+1F600]')
})

test('long names, many files and long texts go on on further sheets, each whole', async () => {
  const facts = sampleManifest()
  const [video, plan, link] = facts.parts
  const files = Array.from({ length: 60 }, (_, index) => ({
    ...plan!.files[0]!,
    name: `${'很长的文件名'.repeat(12)}${index}.pdf`,
    sha256: hashManifest(String(index)).toString('hex'),
  }))
  const essay = { ...link!, id: 'essay', kind: 'text' as const, text: '字'.repeat(20_000) }
  const long = sampleManifest({ parts: [video!, { ...plan!, files }, essay], summary: '句。'.repeat(1_000) })
  const text = await textOf(await drawSample(signSample(long)))
  for (const { sha256 } of files) expect(text).toContain(sha256)
  expect(text.match(/字/g)!.length).toBeLessThan(500)
})

test.skipIf(!hasPoppler)('the Chinese names are really drawn', async () => {
  const path = join(await folder(), 'receipt.pdf')
  await writeFile(path, await drawSample(signSample()))
  const { stdout } = await run('pdftotext', ['-bbox', path, '-'])
  for (const name of ['陈䶮', '欧阳㛃', '李𬭎']) {
    const box = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${name}<`).exec(stdout)
    const [left, top, right, bottom] = box!.slice(1).map((point) => Math.round(Number(point) * 2)) as [
      number,
      number,
      number,
      number,
    ]
    const area = ['-x', left, '-y', top, '-W', right - left, '-H', bottom - top].map(String)
    const { stdout: picture } = await run('pdftoppm', ['-png', '-r', '144', '-f', '1', '-l', '1', ...area, path], {
      encoding: 'buffer',
    })
    // Each character has ink of its own; a missing one would be an empty box or nothing.
    const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
    const side = info.width / Array.from(name).length
    for (const place of Array.from(name).keys()) {
      let dark = 0
      for (let y = 0; y < info.height; y++)
        for (let x = Math.floor(place * side); x < Math.floor((place + 1) * side); x++)
          if (data[y * info.width + x]! < 128) dark += 1
      expect(dark / (side * info.height)).toBeGreaterThan(0.08)
    }
  }
})

test.skipIf(!hasPoppler || !hasOpenssl)('its own commands verify it', async () => {
  const at = await folder()
  const submission = signSample()
  await writeFile(join(at, 'receipt-MC2026-0042-1.pdf'), await drawSample(submission))
  const verify = () =>
    run(
      'openssl',
      [
        'pkeyutl',
        '-verify',
        '-pubin',
        '-inkey',
        'key.pem',
        '-rawin',
        '-in',
        'manifest.json',
        '-sigfile',
        'manifest.sig',
      ],
      { cwd: at },
    )
  await run('pdfdetach', ['-saveall', 'receipt-MC2026-0042-1.pdf'], { cwd: at })
  const { stdout } = await run('sha256sum', ['manifest.json'], { cwd: at })
  expect(stdout).toBe(`${hashManifest(submission.manifest).toString('hex')}  manifest.json\n`)
  expect((await verify()).stdout).toContain('Signature Verified Successfully')

  const manifest = await readFile(join(at, 'manifest.json'), 'utf8')
  await writeFile(join(at, 'manifest.json'), manifest.replace('482133', '482134'))
  await expect(verify()).rejects.toThrow('Command failed')
})

test('a letter says it in words, with every file and its SHA-256', () => {
  const { manifest } = signSample(sampleManifest({ number: 2, previousHash: hashManifest('') }))
  const hash = hashManifest(manifest).toString('hex')
  expect(receiptText('zh-CN', manifest, { changed: ['title', 'video'] })).toBe(
    [
      '报名编号：MC2026-0042',
      '提交版本：第 2 版',
      '提交时间：2026年5月8日 14:02:03（北京时间、UTC+08:00）',
      '赛项：微课制作',
      '团队：星火教研组',
      '作品名称：光的折射:从一支筷子说起',
      '与上次提交相比的改动：作品名称、教学视频',
      '',
      '教学视频：课堂实录.mp4 · 734,003,200 字节',
      `SHA-256：${'a1'.repeat(32)}`,
      '教学设计：教学设计.pdf · 482,133 字节',
      `SHA-256：${'b2'.repeat(32)}`,
      '',
      '队长：陈䶮',
      '队员：欧阳㛃',
      '指导教师：李𬭎',
      '',
      `清单 SHA-256：${hash}`,
    ].join('\n'),
  )
})
