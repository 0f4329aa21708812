import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageMeasures, type MergeValues } from '@lectern/contract/certificates/certificate-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readPdfText } from '../../../testing/pdf-text.ts'
import { loadFont, missingGlyphs } from '../../../platform/pdf/fonts.ts'
import { isInstalled } from '../../../testing/find-program.ts'
import { askPoppler, darkColumns, inkOf, largestDifference } from '../../../testing/poppler.ts'
import { newFolder } from '../../../testing/program.ts'
import { loadDesignFonts, printCertificate, problemFinder } from './certificate-pdf.ts'
import { deliveredTemplates } from '../templates/bundled-templates.ts'
import { createPdfSigner } from './pdf-signature.ts'

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
  problemFinder({ design, locale }, await loadDesignFonts(design))({ ...values, ...changes })

const [hasPoppler, hasOpenssl] = await Promise.all([isInstalled('pdftoppm'), isInstalled('openssl')])

const longName = 'Maria Aparecida Fernanda de Albuquerque Cavalcanti Gonçalves'
const manyPeople = Array.from({ length: 12 }, () => '欧阳静怡').join('、')

/** Pages whose ink is stored in `certificate-ink.json`. */
const pages: Record<string, [changes: Partial<MergeValues>, locale: Locale]> = {
  'rare characters': [{ name: '㛃䶮𬭎' }, 'zh-CN'],
  'a name of sixty letters': [{ name: longName }, 'pt-BR'],
  'letters of Polish, Hungarian and Vietnamese': [{ name: 'Łukasz Erdős Nguyễn' }, 'en-US'],
  'a team of twelve': [{ people: manyPeople }, 'zh-CN'],
  ...Object.fromEntries(locales.map((locale) => [locale, [{}, locale]])),
}

const inkFile = new URL('certificate-ink.json', import.meta.url)

/** The ink of each page as somebody has looked at it. */
const storedInk = async (): Promise<Record<string, string[]>> => {
  const stored = await readFile(inkFile, 'utf8').catch(() => undefined)
  if (stored !== undefined) return JSON.parse(stored) as Record<string, string[]>
  const drawn: Record<string, string[]> = {}
  for (const [page, [changes, locale]] of Object.entries(pages)) {
    const pdf = await print(changes, locale)
    await writeFile(join(tmpdir(), `certificate ${page}.pdf`), pdf)
    drawn[page] = await inkOf(pdf)
  }
  await writeFile(inkFile, `${JSON.stringify(drawn, null, 2)}\n`)
  throw new Error(`wrote ${inkFile.pathname} anew: look at the pages in ${tmpdir()}, then run this again`)
}

describe('a certificate', () => {
  test('has the same bytes whenever it is printed, and is small', async () => {
    const [one, other] = [await print(), await print()]
    expect(Buffer.compare(one, other)).toBe(0)
    expect(one.length).toBeLessThan(150_000)
  })

  test.skipIf(!hasPoppler).each(Object.entries(pages))(
    'looks on paper as it should, with %s',
    async (page, [changes, locale]) => {
      const ink = (await storedInk())[page]!
      expect(largestDifference(await inkOf(await print(changes, locale)), ink)).toBeLessThan(3)
    },
  )

  test.skipIf(!hasPoppler).each(['回回', '回回回回', '𫠠回𫠠'])(
    'has a spaced title, %s, in the middle',
    async (title) => {
      const element = design.elements.find(({ id }) => id === 'title')!
      const text = { 'zh-CN': title }
      const alone = {
        ...design,
        frame: { ...design.frame, color: '#ffffff', second: '#ffffff' },
        elements: [{ ...element, text, color: '#000000' } as typeof element],
      }
      const { first, last, page } = await darkColumns(await print({}, 'zh-CN', alone))
      expect(Math.abs(first + last - page) / 2).toBeLessThan(0.4)
    },
  )

  test.skipIf(!hasPoppler)('looks different without a single character of the name', async () => {
    const { 'rare characters': ink = [] } = await storedInk()
    for (const name of ['㛃䶮\u3000', '㛃\u3000𬭎', '\u3000䶮𬭎'])
      expect(largestDifference(await inkOf(await print({ name })), ink)).toBeGreaterThan(9)
  })

  test('has a place for a stamp over issuer and date, where nothing is printed without a picture', async () => {
    for (const { kind, design: delivered } of deliveredTemplates()) {
      const [issuer, date, stamp] = ['issuer', 'date', 'stamp'].map((id) =>
        delivered.elements.find((element) => element.id === id)!,
      )
      const isOver = (below: typeof stamp): boolean =>
        stamp!.x < below!.x + below!.width &&
        below!.x < stamp!.x + stamp!.width &&
        stamp!.y < below!.y + below!.height &&
        below!.y < stamp!.y + stamp!.height
      const { height } = pageMeasures(delivered.page)
      // The innermost line of a frame is 16 mm from the edge.
      const isInFrame = stamp!.y + stamp!.height <= height - 17
      expect([kind, stamp!.kind, isOver(issuer), isOver(date), isInFrame, delivered.elements.at(-1)!.id]).toEqual([
        kind,
        'stamp',
        true,
        true,
        true,
        'stamp',
      ])
    }
    const without = { ...design, elements: design.elements.filter(({ kind }) => kind !== 'stamp') }
    expect(Buffer.compare(await print(), await print({}, 'zh-CN', without))).toBe(0)
  })

  test('is printed with its stamp, whose background stays transparent', async () => {
    const id = '01890000-0000-7000-8000-000000000001' as FileId
    const file = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#d3202a80' } })
      .png()
      .toBuffer()
    const elements = design.elements.map((element) => (element.kind === 'stamp' ? { ...element, file: id } : element))
    const stamped = { ...design, elements }
    const draw = (locale: Locale) =>
      printCertificate({ design: stamped, locale, values, address, at, pictures: { [id]: file } })
    const pdf = Buffer.from(await draw('en-US')).toString('latin1')
    const plain = Buffer.from(await print({}, 'en-US')).toString('latin1')
    const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0
    expect([count(pdf, /\/SMask \d/g), count(plain, /\/SMask \d/g)]).toEqual([1, 0])
    expect(count(pdf, /Stamp of the issuer/g)).toBe(1)
  })

  test.each(locales)('can be read and searched in %s', async (locale) => {
    for (const { kind, design: delivered } of deliveredTemplates()) {
      const text = await readPdfText(await print({}, locale, delivered))
      expect([kind, text.includes(values.number), text.includes(values.name)]).toEqual([kind, true, true])
    }
  })

  test('is a tagged PDF/A-2b in its language, with all fonts embedded and nothing that runs', async () => {
    for (const { kind, design: delivered } of deliveredTemplates()) {
      const pdf = Buffer.from(await print({ name: 'R&D <b>', work: 'A "B"' }, 'en-US', delivered)).toString('latin1')
      const count = (part: RegExp): number => pdf.match(part)?.length ?? 0
      const found = {
        kind,
        part: count(/<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B<\/pdfaid:conformance>/g),
        intent: count(/\/S \/GTS_PDFA1\b/g),
        profile: count(/\/DestOutputProfile \d+ 0 R/g),
        marked: count(/\/Marked true/g),
        language: count(/\/Lang \(en-US\)/g),
        tree: count(/\/Type \/StructTreeRoot/g),
        titles: count(/\/S \/H1\b/g),
        figures: count(/\/S \/Figure\b/g),
        loose: count(/\/Type \/FontDescriptor/g) - count(/\/FontFile2 \d+ 0 R/g),
        active: count(/\/(JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|Encrypt)\b/g),
        transparent: count(/\/(SMask|ca|CA|BM)\b/g),
        // A name may have any character: the metadata must stay XML.
        title: count(/R&amp;D &lt;b&gt;/g),
        raw: count(/<rdf:li[^>]*>[^<]*(&(?!amp;|lt;|gt;|quot;|apos;)|<b>)/g),
      }
      expect(found).toEqual({
        kind,
        part: 1,
        intent: 1,
        profile: 1,
        marked: 1,
        language: 1,
        tree: 1,
        titles: 1,
        figures: 1,
        loose: 0,
        active: 0,
        transparent: 0,
        title: 1,
        raw: 0,
      })
    }
  })

  test('keeps the words of two lines apart for those who copy or listen to it', async () => {
    const text = await readPdfText(await print({ work: 'Light' }, 'en-US'))
    expect(text).toMatch(/“Light”\s+in /)
  })

  test('fits a name of sixty letters and a team of twelve', async () => {
    expect(longName).toHaveLength(60)
    expect(await problemsOf({ name: longName }, 'pt-BR')).toEqual([])
    expect(await problemsOf({ people: manyPeople })).toEqual([])
  })

  test('has the letters of European and Vietnamese names in all fonts', async () => {
    const names =
      'Łukasz Święty, Erdős Győző, Žižková Ľubomír, İbrahim Ğ, Ķēniņš, Țiriac, Ĉapek Ŝaŭ, ĦħŦŧĬĭĲĳŊŋ, Nguyễn Thị Ơư'
    const extended = Array.from({ length: 0x80 }, (_, offset) => String.fromCodePoint(0x100 + offset)).join('')
    for (const font of ['regular', 'bold', 'serif', 'serifBold'] as const)
      expect([font, missingGlyphs(await loadFont(font), names + extended)]).toEqual([font, []])
  })

  test('is stopped by a character without a glyph, by an empty field, and by a text that does not fit', async () => {
    expect(await problemsOf({ name: '吉𠮷' })).toEqual([{ kind: 'missingGlyph', element: 'name', character: '𠮷' }])
    expect(await problemsOf({ award: '' })).toEqual([{ kind: 'emptyField', element: 'award', field: 'award' }])
    expect((await problemsOf({ work: '光'.repeat(2_000) })).map(({ kind, element }) => [kind, element])).toEqual([
      ['overflow', 'body'],
    ])
  })

  test.skipIf(!hasPoppler || !hasOpenssl)('is signed with the key of the organisation', async () => {
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
    const report = async (pdf: Uint8Array) => (await askPoppler('pdfsig', pdf, '-nocert')).toString('utf8')
    expect(await report(signed)).toContain('Signature is Valid')
    const altered = Buffer.from(signed)
    altered[2_000]! ^= 1
    expect(await report(altered)).not.toContain('Signature is Valid')
  })
})
