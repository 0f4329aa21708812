import { localize } from '@lectern/contract/localized.ts'
import { t } from '../../../platform/messages.ts'
import { momentText } from '../../../platform/moments.ts'
import { loadFonts, type Fonts } from '../../../platform/pdf/fonts.ts'
import { openPaper, type Paper } from '../../../platform/pdf/paper.ts'
import type { SummaryContent, SummaryRow } from './summary-content.ts'

interface PrintedSummary {
  content: SummaryContent
  hash: string
  code: string
}

const muted = '#5f6775'
const line = '#9aa3b2'
const gap = 8

interface Column {
  heading: string
  /** A part of the width. */
  share: number
  text: (row: SummaryRow) => string
}

const columnsOf = ({ locale, institution, thing }: SummaryContent): Column[] => [
  { heading: t(locale, 'sheet.recommendations.column.rank'), share: 0.08, text: ({ rank }) => String(rank) },
  { heading: t(locale, 'sheet.recommendations.column.number'), share: 0.18, text: ({ number }) => number },
  thing === 'work'
    ? { heading: t(locale, 'sheet.recommendations.column.title'), share: 0.24, text: ({ title }) => title ?? '' }
    : { heading: t(locale, 'sheet.recommendations.column.team'), share: 0.24, text: ({ team }) => team },
  { heading: t(locale, 'sheet.recommendations.column.captain'), share: 0.14, text: ({ captain }) => captain },
  ...(institution.kind === 'province'
    ? [
        {
          heading: t(locale, 'sheet.recommendations.column.school'),
          share: 0.2,
          text: ({ school }: SummaryRow) => school ?? '',
        },
      ]
    : []),
  {
    heading: t(locale, 'sheet.recommendations.column.remark'),
    share: institution.kind === 'province' ? 0.16 : 0.36,
    text: ({ remark }) => remark ?? '',
  },
]

const rule = (paper: Paper): void =>
  paper.decorate((doc) =>
    doc
      .moveTo(paper.left, paper.y)
      .lineTo(paper.left + paper.width, paper.y)
      .lineWidth(0.5)
      .stroke(line),
  )

const drawCells = (paper: Paper, columns: readonly Column[], texts: readonly string[], font: keyof Fonts): void => {
  const size = 9.5
  const widths = columns.map(({ share }) => share * paper.width - gap)
  const height = Math.max(
    ...texts.map((text, at) => (text === '' ? 0 : paper.heightOf(text, { font, size, width: widths[at]! }))),
  )
  paper.need(height + 10)
  rule(paper)
  paper.skip(5)
  let x = paper.left
  for (const [at, text] of texts.entries()) {
    if (text !== '') paper.text('P', text, { font, size, x, width: widths[at]!, stay: true })
    x += columns[at]!.share * paper.width
  }
  paper.skip(height + 5)
}

const fact = (paper: Paper, label: string, value: string): void => {
  paper.text('P', label, { size: 9, color: muted, width: 110, stay: true })
  paper.text('P', value, { size: 10.5, x: paper.left + 118, width: paper.width - 118 })
  paper.skip(3)
}

/** Where the institution signs and stamps. */
const drawStamp = (paper: Paper, { locale }: SummaryContent): void => {
  paper.skip(24)
  paper.need(130)
  const half = paper.width / 2
  for (const [at, name] of (['signature', 'stamp'] as const).entries())
    paper.text('P', t(locale, `sheet.recommendations.${name}`), {
      size: 10,
      x: paper.left + at * half,
      width: half - gap,
      stay: true,
    })
  paper.skip(90)
  paper.text('P', t(locale, 'sheet.recommendations.date'), { size: 10, x: paper.left + half, width: half })
}

const draw = (fonts: Fonts, { content, hash, code }: PrintedSummary): Promise<Uint8Array> => {
  const { locale, label, site, timeZone, madeAt, activity, institution, quota, rows } = content
  const at = new Date(madeAt)
  const title = t(locale, 'sheet.recommendations.title')
  const owner = localize(institution.name, locale).text
  const paper = openPaper(fonts, { title: `${title} · ${label}`, language: locale, author: site, at })
  if (site !== '') paper.text('P', site, { size: 10, color: muted })
  paper.text('H1', title, { font: 'bold', size: 20 })
  paper.skip(8)
  fact(paper, t(locale, 'sheet.recommendations.label'), label)
  fact(
    paper,
    t(locale, 'sheet.recommendations.institution'),
    institution.code ? `${owner} (${institution.code})` : owner,
  )
  fact(
    paper,
    t(locale, 'sheet.recommendations.activity'),
    `${localize(activity.name, locale).text} (${activity.year}-${activity.code})`,
  )
  fact(
    paper,
    t(locale, 'sheet.recommendations.quota'),
    t(locale, 'sheet.recommendations.used', { rows: rows.length, quota }),
  )
  fact(paper, t(locale, 'sheet.recommendations.madeAt'), momentText(at, locale, timeZone))
  fact(paper, t(locale, 'sheet.recommendations.code'), code)
  paper.skip(10)
  const columns = columnsOf(content)
  drawCells(
    paper,
    columns,
    columns.map(({ heading }) => heading),
    'bold',
  )
  for (const row of rows)
    drawCells(
      paper,
      columns,
      columns.map(({ text }) => text(row)),
      'regular',
    )
  rule(paper)
  drawStamp(paper, content)
  paper.skip(20)
  paper.need(24)
  paper.text('P', `SHA-256: ${hash}`, { font: 'mono', size: 7.5, color: muted })
  return paper.finish((page, pages) => [`${label} · ${code}`, t(locale, 'sheet.recommendations.page', { page, pages })])
}

/** Called in the thread that draws documents. */
export const run = async (input: unknown): Promise<Uint8Array> => draw(await loadFonts(), input as PrintedSummary)
