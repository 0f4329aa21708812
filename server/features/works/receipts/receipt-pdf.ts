import { encode } from 'uqr'
import { loadFonts, type Fonts } from '../../../platform/pdf/fonts.ts'
import { openPaper, type Paper } from '../../../platform/pdf/paper.ts'
import type { ReceiptSheet } from './receipt-sheet.ts'

const muted = '#5f6775'
const line = '#d4d9e1'
const wash = '#f3f5f8'
const accent = '#1159bf'

const labelWidth = 118
const codeSide = 92
const hashSize = 8

/** Eight groups of eight digits: an eye can follow them, and a line never breaks within one. */
const grouped = (hash: string): string => (hash.match(/.{8}/g) ?? [hash]).join(' ')

const drawCode = (paper: Paper, address: string, x: number, top: number): void => {
  const { size, data } = encode(address, { ecc: 'M', border: 0 })
  const module = codeSide / size
  paper.decorate((doc) => {
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++)
        if (data[row]![column]) doc.rect(x + column * module, top + row * module, module, module)
    doc.fill('#000000')
  })
}

const drawHeading = (paper: Paper, text: string, following = 40): void => {
  paper.skip(16)
  paper.need(24 + following)
  paper.text('H2', text, { font: 'bold', size: 12, color: accent })
  paper.decorate((doc) =>
    doc
      .moveTo(paper.left, paper.y + 1)
      .lineTo(paper.left + paper.width, paper.y + 1)
      .lineWidth(0.75)
      .stroke(line),
  )
  paper.skip(7)
}

interface FactStyle {
  width?: number
  font?: keyof Fonts
  size?: number
}

/** A label, and beside it what it names. */
const drawFact = (
  paper: Paper,
  { label, value }: { label: string; value: string },
  { width = paper.width, font = 'regular', size = 10 }: FactStyle = {},
): void => {
  const beside = { x: paper.left + labelWidth, width: width - labelWidth, font, size, lineGap: font === 'mono' ? 1 : 2 }
  const labelled = { size: 9, color: muted, width: labelWidth - 12, lineGap: 1 }
  const height = Math.max(paper.heightOf(value, beside), label === '' ? 0 : paper.heightOf(label, labelled))
  // A long text may go on on the next sheet; a short one stays whole.
  paper.need(Math.min(height, 80))
  const top = paper.y
  if (label !== '') {
    paper.skip(size > 9 ? 1 : -1)
    paper.text('P', label, { ...labelled, stay: true })
    paper.skip(top - paper.y)
  }
  paper.text('P', value, beside)
  if (paper.y > top) paper.skip(Math.max(0, top + height - paper.y) + 4)
  else paper.skip(4)
}

const drawHead = (paper: Paper, { site, title, qr, facts, about }: ReceiptSheet): void => {
  const codeX = paper.left + paper.width - codeSide
  const codeTop = paper.y
  drawCode(paper, qr.address, codeX, codeTop)
  const narrow = paper.width - codeSide - 24
  if (site !== '') paper.text('P', site, { size: 10, color: muted, width: narrow })
  paper.skip(2)
  paper.text('H1', title, { font: 'bold', size: 21, width: narrow })
  const below = paper.y
  paper.skip(codeTop + codeSide + 4 - below)
  paper.text('P', qr.label, { size: 7.5, color: muted, x: codeX, width: codeSide, stay: true })
  const codeBottom = paper.y + paper.heightOf(qr.label, { size: 7.5, width: codeSide })
  paper.skip(below + 12 - paper.y)
  for (const fact of facts)
    drawFact(paper, fact, { width: paper.y < codeBottom && paper.y >= codeTop ? narrow : paper.width, size: 10.5 })
  paper.skip(Math.max(0, codeBottom - paper.y))
  paper.skip(4)
  paper.text('P', about, { size: 8.5, color: muted })
}

const drawFile = (paper: Paper, { name, size, sha256 }: { name: string; size: string; sha256: string }): void => {
  const indent = 12
  const sizeWidth = 110
  const named = { x: paper.left + indent, width: paper.width - indent - sizeWidth - 10, size: 10 }
  paper.need(paper.heightOf(name, named) + 18)
  const top = paper.y
  paper.text('P', size, {
    size: 9,
    color: muted,
    x: paper.left + paper.width - sizeWidth,
    width: sizeWidth,
    align: 'right',
    stay: true,
  })
  paper.text('P', name, named)
  paper.text('P', grouped(sha256), { font: 'mono', size: hashSize, color: '#39404d', x: paper.left + indent })
  const end = paper.y
  paper.decorate((doc) =>
    doc
      .moveTo(paper.left + 3, top + 2)
      .lineTo(paper.left + 3, end - 2)
      .lineWidth(1.5)
      .stroke(line),
  )
  paper.skip(5)
}

const drawMaterials = (paper: Paper, { materials: { heading, parts, nothing } }: ReceiptSheet): void => {
  if (parts.length === 0) return
  drawHeading(paper, heading, 60)
  for (const { label, text, files } of parts) {
    // A label stays with what it names.
    paper.need(60)
    paper.text('P', label, { font: 'bold', size: 10 })
    paper.skip(2)
    if (text !== null && text !== '') paper.text('P', text, { x: paper.left + 12, width: paper.width - 12 })
    else if (files.length === 0) paper.text('P', nothing, { x: paper.left + 12, color: muted })
    for (const file of files) drawFile(paper, file)
    paper.skip(5)
  }
}

const drawNames = (paper: Paper, { names, declarations }: ReceiptSheet): void => {
  if (names.list.length > 0) {
    drawHeading(paper, names.heading)
    for (const fact of names.list) drawFact(paper, fact, { size: 10.5 })
  }
  if (declarations.list.length === 0) return
  drawHeading(paper, declarations.heading)
  for (const [index, text] of declarations.list.entries()) {
    paper.need(Math.min(paper.heightOf(text, { size: 9.5, width: paper.width - 18 }), 80))
    paper.text('P', `${index + 1}.`, { size: 9.5, color: muted, width: 18, stay: true })
    paper.text('P', text, { size: 9.5, x: paper.left + 18, width: paper.width - 18 })
    paper.skip(4)
  }
}

/** In two lines: no line is broken by chance. */
const signatureLines = (signature: string): string => (signature.match(/.{1,44}/g) ?? []).join('\n')

const drawProof = (paper: Paper, { proof: { heading, hashes, signature, others } }: ReceiptSheet): void => {
  // What proves the rest stands on one sheet.
  drawHeading(paper, heading, 130)
  const mono: FactStyle = { font: 'mono', size: hashSize }
  for (const { label, value } of hashes) drawFact(paper, { label, value: grouped(value) }, mono)
  drawFact(paper, { label: signature.label, value: signatureLines(signature.value) }, mono)
  for (const fact of others) drawFact(paper, fact, mono)
}

const drawSteps = (paper: Paper, { verify: { heading, steps } }: ReceiptSheet): void => {
  drawHeading(paper, heading, 70)
  const indent = 18
  const inside = { x: paper.left + indent, width: paper.width - indent }
  const typed = { font: 'mono' as const, size: 8, x: inside.x + 8, width: inside.width - 16, lineGap: 1 }
  for (const [index, { text, command }] of steps.entries()) {
    const boxHeight = paper.heightOf(command, typed) + 9
    paper.need(paper.heightOf(text, { ...inside, size: 9.5 }) + boxHeight + 4)
    paper.text('P', `${index + 1}.`, { size: 9.5, color: muted, width: indent, stay: true })
    paper.text('P', text, { ...inside, size: 9.5 })
    paper.skip(1)
    const top = paper.y
    paper.decorate((doc) => doc.roundedRect(inside.x, top, inside.width, boxHeight, 3).fill(wash))
    paper.skip(5)
    paper.text('P', command, typed)
    paper.skip(top + boxHeight + 7 - paper.y)
  }
}

const draw = (fonts: Fonts, sheet: ReceiptSheet): Promise<Uint8Array> => {
  const paper = openPaper(fonts, {
    title: `${sheet.title} · ${sheet.footer}`,
    language: sheet.locale,
    author: sheet.site,
    at: sheet.at,
  })
  drawHead(paper, sheet)
  drawMaterials(paper, sheet)
  drawNames(paper, sheet)
  drawProof(paper, sheet)
  drawSteps(paper, sheet)
  for (const { name, type, description, content } of sheet.attachments) paper.attach(name, type, description, content)
  return paper.finish((page, pages) => [
    sheet.footer,
    sheet.pages.replace('{page}', String(page)).replace('{pages}', String(pages)),
  ])
}

/** Called in the thread that draws documents. */
export const run = async (input: unknown): Promise<Uint8Array> => draw(await loadFonts(), input as ReceiptSheet)
