import { buffer } from 'node:stream/consumers'
import { fillIn, pageMeasures, type MergeValues } from '@lectern/contract/certificates/certificate-values.ts'
import { localize } from '@lectern/contract/localized.ts'
import { printCertificate } from '../server/features/certificates/drawing/certificate-pdf.ts'
import { deliveredTemplates } from '../server/features/certificates/templates/bundled-templates.ts'
import { openArchivePdf } from '../server/platform/pdf/archive-pdf.ts'
import { loadFont } from '../server/platform/pdf/fonts.ts'
import { median, type Result } from './results.ts'

const locale = 'zh-CN'
const at = new Date('2026-12-08T00:00:00Z')
const { design } = deliveredTemplates().find(({ kind }) => kind === 'award')!

const valuesOf = (n: number): MergeValues => ({
  name: `欧阳${String.fromCodePoint(0x4e00 + (n % 5_000))}`,
  people: '欧阳静怡、张伟',
  advisors: '陈建国',
  award: '一等奖',
  work: `光的折射 ${n}`,
  team: '星火队',
  institution: `江州第${n % 400}中学`,
  activity: '课堂教学创新',
  edition: '全国教师数字化教学大赛',
  year: '2026',
  role: '',
  note: '',
  date: '2026年12月8日',
  number: `LT2026-AI-${String(n).padStart(6, '0')}C`,
  site: '全国教师数字化教学大赛',
})

const drawOurs = (n: number): Promise<Uint8Array> => {
  const values = valuesOf(n)
  const address = `https://contest.example.org/Certificate/${values.number}?code=abcdefghjkmn`
  return printCertificate({ design, locale, values, address, at, pictures: {} })
}

const point = 72 / 25.4

/** The same strings in the same fonts as a tagged PDF/A, laid out by pdfkit; no frame, no ornament, no code. */
const bareDrawer = async () => {
  const fonts = { serif: await loadFont('serif'), serifBold: await loadFont('serifBold') }
  const { width, height } = pageMeasures(design.page)
  return async (n: number): Promise<Uint8Array> => {
    const values = valuesOf(n)
    const doc = openArchivePdf({
      size: [width * point, height * point],
      margin: 0,
      subset: 'PDF/A-2b',
      lang: locale,
      info: { Title: values.number, CreationDate: at, ModDate: at },
    })
    const bytes = buffer(doc)
    for (const [name, font] of Object.entries(fonts))
      doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
    const root = doc.struct('Document')
    doc.addStructure(root)
    for (const element of design.elements) {
      if (!('font' in element)) continue
      const text =
        element.kind === 'text'
          ? fillIn(localize(element.text, locale).text, values)
          : localize(element.label, locale).text + values.number
      if (text.trim() === '') continue
      doc.font(element.bold ? 'serifBold' : 'serif').fontSize(element.size)
      const layout = { width: element.width * point, align: element.align, characterSpacing: element.spacing }
      root.add(doc.struct('P', {}, () => void doc.text(text, element.x * point, element.y * point, layout)))
    }
    root.end()
    doc.end()
    return bytes
  }
}

const rounds = 7
const each = 60

/** Processor seconds of some documents, and their bytes. */
const costOf = async (draw: (n: number) => Promise<Uint8Array>, from: number) => {
  const began = process.cpuUsage()
  let bytes = 0
  for (let n = 0; n < each; n += 1) bytes += (await draw(from + n)).length
  const { user, system } = process.cpuUsage(began)
  return { seconds: (user + system) / 1_000_000, bytes: bytes / each }
}

/** Certificates that one processor prints, compared with the same strings in bare pdfkit, in turn. */
export const measurePress = async (): Promise<Result[]> => {
  const drawBare = await bareDrawer()
  const pairs: { ours: number; bare: number; bytes: number }[] = []
  // The first round reads the fonts and compiles code.
  for (let round = -1; round < rounds; round += 1) {
    const bare = await costOf(drawBare, (round + 1) * each)
    const ours = await costOf(drawOurs, (round + 1) * each)
    if (round >= 0) pairs.push({ ours: ours.seconds, bare: bare.seconds, bytes: ours.bytes })
  }
  return [
    {
      name: 'certificates as PDF in a processor second',
      value: median(pairs.map(({ ours }) => each / ours)),
      unit: '',
    },
    {
      name: 'the same, of bare pdfkit with the same strings',
      value: median(pairs.map(({ ours, bare }) => bare / ours)),
      unit: '',
      target: { least: 0.8 },
    },
    {
      name: 'bytes of a certificate as PDF',
      value: median(pairs.map(({ bytes }) => bytes)) / 1024,
      unit: 'KB',
      target: { most: 150 },
    },
  ]
}
