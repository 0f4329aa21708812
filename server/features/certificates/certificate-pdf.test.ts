import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MergeValues } from '@lectern/contract/certificate-values.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { describe, expect, test } from 'vitest'
import { withPoppler } from '../../testing/certificates.ts'
import { newFolder } from '../../testing/program.ts'
import { findProblems, loadDesignFonts, printCertificate } from './certificate-pdf.ts'
import { deliveredTemplates } from './delivered-templates.ts'
import { createPdfSigner } from './signing.ts'

const values: MergeValues = {
  name: '欧阳静怡',
  people: '欧阳静怡、张伟',
  advisors: '陈建国',
  award: '一等奖',
  work: '光的折射',
  team: '星火队',
  institution: '江州一中',
  activity: '课堂教学创新',
  edition: '全国教师数字化教学大赛',
  year: '2026',
  role: '',
  note: '',
  date: '2026年12月8日',
  number: 'LT2026-AI-000128C',
  site: '全国教师数字化教学大赛',
}
const at = new Date('2026-12-08T00:00:00Z')
const address = 'https://contest.example.org/Certificate/LT2026-AI-000128C?code=abcdefghjkmn'
const { design } = deliveredTemplates().find(({ kind }) => kind === 'award')!

const print = (changes: Partial<MergeValues> = {}, locale: Locale = 'zh-CN', printed = design) =>
  printCertificate({ design: printed, locale, values: { ...values, ...changes }, address, at, pictures: {} })

const problemsOf = async (changes: Partial<MergeValues>, locale: Locale = 'zh-CN') =>
  findProblems({ design, locale, values: { ...values, ...changes } }, await loadDesignFonts(design))

/** The rows of a page in grey, at 72 dots per inch. Undefined: poppler is not installed here. */
const rasterise = async (pdf: Uint8Array) => {
  const pgm = await withPoppler('pdftoppm', pdf, '-r', '72', '-gray')
  if (!pgm) return undefined
  const [, width = '', height = ''] = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(pgm.toString('latin1', 0, 40))!
  const pixels = pgm.subarray(pgm.length - Number(width) * Number(height))
  return { width: Number(width), height: Number(height), pixels }
}

/** How many dots differ between two pages. */
const differing = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((count, value, index) => count + (Math.abs(value - other[index]!) > 60 ? 1 : 0), 0)

describe('a certificate', () => {
  test('has the same bytes whenever it is printed, and is small', async () => {
    const [one, other] = [await print(), await print()]
    expect(Buffer.compare(one, other)).toBe(0)
    expect(one.length).toBeLessThan(150_000)
  })

  test.each(['㛃', '䶮', '𬭎', '張', 'ã'])('has ink on paper where its name is %s', async (character) => {
    const [blank, inked] = [
      await rasterise(await print({ name: '\u3000' })),
      await rasterise(await print({ name: character.repeat(4) })),
    ]
    if (!blank || !inked) return
    expect(differing(blank.pixels, inked.pixels)).toBeGreaterThan(150)
  })

  test.each(locales)('can be read and searched in %s', async (locale) => {
    for (const { kind, design: delivered } of deliveredTemplates()) {
      const text = (await withPoppler('pdftotext', await print({}, locale, delivered)))?.toString('utf8')
      if (text === undefined) return
      expect([kind, text.includes(values.number), text.includes(values.name)]).toEqual([kind, true, true])
    }
  })

  test('fits a name of sixty letters and a team of twelve', async () => {
    const name = 'Maria Aparecida Fernanda de Albuquerque Cavalcanti Gonçalves'
    expect(name).toHaveLength(60)
    expect(await problemsOf({ name }, 'pt-BR')).toEqual([])
    expect(await problemsOf({ people: Array.from({ length: 12 }, () => '欧阳静怡').join('、') })).toEqual([])
  })

  test('is stopped by a character without a glyph, by an empty field, and by a text that does not fit', async () => {
    expect(await problemsOf({ name: '吉𠮷' })).toEqual([{ kind: 'missingGlyph', element: 'name', character: '𠮷' }])
    expect(await problemsOf({ award: '' })).toEqual([{ kind: 'emptyField', element: 'award', field: 'award' }])
    expect((await problemsOf({ work: '光'.repeat(2_000) })).map(({ kind, element }) => [kind, element])).toEqual([
      ['overflow', 'body'],
    ])
  })

  test('is signed with the key of the organisation', async () => {
    const folder = await newFolder()
    const [key, cert, p12] = ['key.pem', 'cert.pem', 'key.p12'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const subject = ['-subj', '/CN=Test', '-days', '30', '-nodes']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject], {
      stdio: 'ignore',
    })
    execFileSync('openssl', ['pkcs12', '-export', '-inkey', key, '-in', cert, '-out', p12, '-passout', 'pass:secret'])
    await writeFile(join(folder, 'plain.pdf'), await print())
    const signed = await createPdfSigner({ file: p12, password: 'secret' }).sign(
      await readFile(join(folder, 'plain.pdf')),
      at,
    )
    const report = (await withPoppler('pdfsig', signed, '-nocert'))?.toString('utf8')
    if (report === undefined) return
    expect(report).toContain('Signature is Valid')
    const altered = Buffer.from(signed)
    altered[2_000]! ^= 1
    expect((await withPoppler('pdfsig', altered, '-nocert'))?.toString('utf8')).not.toContain('Signature is Valid')
  })
})
