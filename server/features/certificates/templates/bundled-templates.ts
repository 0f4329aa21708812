import type {
  CertificateDesign,
  DesignElement,
  TextElement,
} from '@lectern/contract/certificates/certificate-designs.ts'
import {
  mergeFields,
  stampOver,
  type Box,
  type CertificateKind,
  type Ornament,
} from '@lectern/contract/certificates/certificate-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { t } from '../../../platform/messages.ts'

/** The templates that come with the program. Organisers change them, or copies of them. */

/** Merge fields stay as they are. */
const unfilled = Object.fromEntries(mergeFields.map((field) => [field, `{${field}}`]))

const inLanguages = (id: MessageId): Record<Locale, string> =>
  Object.fromEntries(locales.map((locale) => [locale, t(locale, id, unfilled)])) as Record<Locale, string>

const same = (text: string): Record<Locale, string> =>
  Object.fromEntries(locales.map((locale) => [locale, text])) as Record<Locale, string>

type Style = Partial<
  Pick<TextElement, 'font' | 'bold' | 'minSize' | 'color' | 'align' | 'vertical' | 'lineHeight' | 'spacing' | 'isTitle'>
>

const ink = '#2a2622'
const faint = '#6b645a'

const text = (
  id: string,
  content: Record<Locale, string>,
  area: Box,
  size: number,
  style: Style = {},
): TextElement => ({
  id,
  kind: 'text',
  text: content,
  ...area,
  size,
  font: 'serif',
  bold: false,
  minSize: Math.max(7, Math.round(size * 0.45)),
  color: ink,
  align: 'center',
  vertical: 'middle',
  lineHeight: 1.5,
  spacing: 0,
  isTitle: false,
  ...style,
})

const ornament = (id: string, which: Ornament, area: Box, color: string, second: string): DesignElement => ({
  id,
  kind: 'ornament',
  ornament: which,
  ...area,
  color,
  second,
})

interface Colored {
  paper: string
  frame: CertificateDesign['frame']
  /** Of the title, and of ornaments. */
  main: string
  accent: string
  /** Its texts name an award, large, and say why it is given. */
  award?: 'award' | 'advisor' | 'organisation'
}

type WideLook = Colored & { orientation: 'landscape'; kind: 'award' | 'participation' | 'advisor' }
type TallLook = Colored & { orientation: 'portrait'; kind: 'expert' | 'organisation' }

/** The foot of every certificate: what verifies it on the left, who issued it on the right, the seal between or above them. */
const foot = ({ main, accent }: Colored, page: { width: number; height: number }): DesignElement[] => {
  const bottom = page.height - 24
  const left = 27
  const isWide = page.width > page.height
  const sealSide = 30
  const sealTop = isWide ? bottom - 35 : bottom - 64
  const issuerWidth = isWide ? 92 : 76
  const right = page.width - 28 - issuerWidth
  const besideWidth = isWide ? 62 : 50
  const dateBox = { x: right, y: bottom - 12, width: issuerWidth, height: 9 }
  return [
    { id: 'qr', kind: 'qr', x: left, y: bottom - 28, width: 25, height: 25, color: '#1d1a17' },
    text(
      'scan',
      inLanguages('certificates.template.scan'),
      { x: left + 28, y: bottom - 25, width: besideWidth, height: 11 },
      8,
      {
        font: 'sans',
        color: faint,
        align: 'left',
        vertical: 'bottom',
      },
    ),
    {
      id: 'number',
      kind: 'number',
      label: inLanguages('certificates.template.number'),
      x: left + 28,
      y: bottom - 13,
      width: besideWidth,
      height: 10,
      font: 'sans',
      bold: false,
      size: 9,
      minSize: 7,
      color: ink,
      align: 'left',
      vertical: 'top',
      lineHeight: 1.5,
      spacing: 0,
    },
    ornament('ribbon', 'ribbon', { x: page.width / 2 - 10, y: sealTop + 20, width: 20, height: 19 }, main, accent),
    ornament(
      'seal',
      'seal',
      { x: (page.width - sealSide) / 2, y: sealTop, width: sealSide, height: sealSide },
      main,
      accent,
    ),
    text(
      'issuer',
      inLanguages('certificates.template.issuer'),
      { x: right, y: bottom - 26, width: issuerWidth, height: 13 },
      13,
      {
        align: 'right',
        bold: true,
        vertical: 'bottom',
        lineHeight: 1.35,
      },
    ),
    text('date', same('{date}'), dateBox, 12, {
      align: 'right',
      vertical: 'top',
    }),
    // Over issuer and date, as a stamp on paper, and inside the frame.
    { id: 'stamp', kind: 'stamp', file: null, ...stampOver(dateBox) },
  ]
}

const wide = (look: WideLook): DesignElement[] => {
  const { kind, main, accent, award } = look
  const page = { width: 297, height: 210 }
  const inner = (y: number, height: number, margin = 38): Box => ({
    x: margin,
    y,
    width: page.width - 2 * margin,
    height,
  })
  return [
    text('edition', same('{edition}'), inner(22, 10), 13, { color: faint, spacing: 1 }),
    text('title', inLanguages(`certificates.template.${kind}.title`), inner(32, 24), 46, {
      bold: true,
      color: main,
      spacing: 14,
      isTitle: true,
    }),
    ornament('flourish', 'flourish', { x: page.width / 2 - 45, y: 56, width: 90, height: 9 }, accent, main),
    text('name', same('{name}'), inner(66, 17, 50), 30, { bold: true, spacing: 2, lineHeight: 1.3 }),
    text('institution', same('[[{institution}]]'), inner(82, 8), 12, { color: faint }),
    text('body', inLanguages(`certificates.template.${kind}.body`), inner(91, award ? 20 : 34), 15, {
      lineHeight: 1.7,
    }),
    ...(award
      ? [
          text('award', inLanguages(`certificates.template.${award}.award`), inner(112, 17, 60), 32, {
            bold: true,
            color: main,
            spacing: 6,
            lineHeight: 1.3,
          }),
          text('after', inLanguages(`certificates.template.${award}.after`), inner(128, 9), 13),
        ]
      : []),
    text(
      'people',
      inLanguages(`certificates.template.${kind}.people`),
      { x: 40, y: award ? 136 : 127, width: 217, height: 15 },
      11,
      // Everybody can read it at arm's length, in teams of twelve too.
      { minSize: 10, lineHeight: 1.4 },
    ),
    ...foot(look, page),
  ]
}

const tall = (look: TallLook): DesignElement[] => {
  const { kind, main, accent, award } = look
  const page = { width: 210, height: 297 }
  const inner = (y: number, height: number, margin = 30): Box => ({
    x: margin,
    y,
    width: page.width - 2 * margin,
    height,
  })
  return [
    ornament('laurel', 'laurel', { x: page.width / 2 - 17, y: 22, width: 34, height: 34 }, accent, main),
    text('year', same('{year}'), { x: page.width / 2 - 12, y: 33, width: 24, height: 10 }, 15, {
      bold: true,
      color: main,
    }),
    text('edition', same('{edition}'), inner(58, 10), 13, { color: faint, spacing: 1 }),
    text('title', inLanguages(`certificates.template.${kind}.title`), inner(69, 26), 46, {
      bold: true,
      color: main,
      spacing: 14,
      isTitle: true,
    }),
    ornament('flourish', 'flourish', { x: page.width / 2 - 42, y: 97, width: 84, height: 9 }, accent, main),
    text('name', same('{name}'), inner(112, 22, 34), 28, { bold: true, spacing: 2, lineHeight: 1.3 }),
    text('institution', same(kind === 'organisation' ? '[[{note}]]' : '[[{institution}]]'), inner(134, 9), 12, {
      color: faint,
    }),
    text('body', inLanguages(`certificates.template.${kind}.body`), inner(146, award ? 30 : 52, 36), 15, {
      lineHeight: 1.9,
    }),
    ...(award
      ? [
          text('award', inLanguages(`certificates.template.${award}.award`), inner(177, 18, 34), 30, {
            bold: true,
            color: main,
            spacing: 5,
            lineHeight: 1.3,
          }),
          text('after', inLanguages(`certificates.template.${award}.after`), inner(196, 10), 13),
        ]
      : []),
    ...foot(look, page),
  ]
}

const looks: readonly (WideLook | TallLook)[] = [
  {
    kind: 'award',
    orientation: 'landscape',
    paper: '#fffdf7',
    frame: { style: 'classic', color: '#a3241f', second: '#c39a3f' },
    main: '#a3241f',
    accent: '#c9a24a',
    award: 'award',
  },
  {
    kind: 'participation',
    orientation: 'landscape',
    paper: '#fdfdfb',
    frame: { style: 'double', color: '#23456f', second: '#b49555' },
    main: '#23456f',
    accent: '#b99b5d',
  },
  {
    kind: 'advisor',
    orientation: 'landscape',
    paper: '#fffdf8',
    frame: { style: 'fret', color: '#1f5a4c', second: '#b8984f' },
    main: '#1f5a4c',
    accent: '#bf9f58',
    award: 'advisor',
  },
  {
    kind: 'expert',
    orientation: 'portrait',
    paper: '#fdfdfb',
    frame: { style: 'laurel', color: '#2b3a67', second: '#b49555' },
    main: '#2b3a67',
    accent: '#b99b5d',
  },
  {
    kind: 'organisation',
    orientation: 'portrait',
    paper: '#fffdf7',
    frame: { style: 'classic', color: '#8f2a22', second: '#c39a3f' },
    main: '#8f2a22',
    accent: '#c9a24a',
    award: 'organisation',
  },
]

export interface DeliveredTemplate {
  kind: CertificateKind
  name: Record<Locale, string>
  design: CertificateDesign
}

export const deliveredTemplates = (): DeliveredTemplate[] =>
  looks.map((look) => ({
    kind: look.kind,
    name: inLanguages(`certificates.template.${look.kind}.name`),
    design: {
      page: { size: 'A4', orientation: look.orientation, paper: look.paper },
      frame: look.frame,
      background: null,
      elements: look.orientation === 'landscape' ? wide(look) : tall(look),
    },
  }))
