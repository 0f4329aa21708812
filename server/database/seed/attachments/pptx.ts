import { packZip } from './zip.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const formats = 'http://schemas.openxmlformats.org'
const relations = `${formats}/officeDocument/2006/relationships`
const types = 'application/vnd.openxmlformats-officedocument.presentationml'
const spaces = `xmlns:a="${formats}/drawingml/2006/main" xmlns:r="${relations}" xmlns:p="${formats}/presentationml/2006/main"`

const group =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'

const slideOf = (text: string): string =>
  `${declaration}<p:sld ${spaces}><p:cSld><p:spTree>${group}<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="900000" y="2600000"/><a:ext cx="10400000" cy="1600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="zh-CN" sz="4000"/><a:t>${escaped(text)}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`

const relationsOf = (list: readonly [type: string, target: string][]): string =>
  `${declaration}<Relationships xmlns="${formats}/package/2006/relationships">${list.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`).join('')}</Relationships>`

const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const line = `<a:ln>${fill}</a:ln>`
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'
const colors: Readonly<Record<string, string>> = {
  dk1: '0A2453',
  lt1: 'FFFFFF',
  dk2: '334155',
  lt2: 'F3F5F8',
  accent1: '1159BF',
  accent2: '0E7C86',
  accent3: 'B45309',
  accent4: '6D28D9',
  accent5: '15803D',
  accent6: 'B91C1C',
  hlink: '1159BF',
  folHlink: '6D28D9',
}
const font = '<a:latin typeface="Calibri"/><a:ea typeface="Microsoft YaHei"/><a:cs typeface=""/>'
const theme = `${declaration}<a:theme xmlns:a="${formats}/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">${Object.entries(
  colors,
)
  .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  .join(
    '',
  )}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`

const colorMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

/** Slides, each with one line of text. */
export const writePptx = (slides: readonly string[]): Buffer => {
  const override = (path: string, type: string): string => `<Override PartName="${path}" ContentType="${type}"/>`
  return packZip([
    {
      name: '[Content_Types].xml',
      content: `${declaration}<Types xmlns="${formats}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/ppt/presentation.xml', `${types}.presentation.main+xml`)}${override('/ppt/slideMasters/slideMaster1.xml', `${types}.slideMaster+xml`)}${override('/ppt/slideLayouts/slideLayout1.xml', `${types}.slideLayout+xml`)}${override('/ppt/theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml')}${slides.map((_, index) => override(`/ppt/slides/slide${index + 1}.xml`, `${types}.slide+xml`)).join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relationsOf([['officeDocument', 'ppt/presentation.xml']]) },
    {
      name: 'ppt/presentation.xml',
      content: `${declaration}<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relationsOf([
        ['slideMaster', 'slideMasters/slideMaster1.xml'],
        ...slides.map((_, index): [string, string] => ['slide', `slides/slide${index + 1}.xml`]),
      ]),
    },
    {
      name: 'ppt/slideMasters/slideMaster1.xml',
      content: `${declaration}<p:sldMaster ${spaces}><p:cSld><p:spTree>${group}</p:spTree></p:cSld>${colorMap}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    },
    {
      name: 'ppt/slideMasters/_rels/slideMaster1.xml.rels',
      content: relationsOf([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['theme', '../theme/theme1.xml'],
      ]),
    },
    {
      name: 'ppt/slideLayouts/slideLayout1.xml',
      content: `${declaration}<p:sldLayout ${spaces} type="blank"><p:cSld name="Blank"><p:spTree>${group}</p:spTree></p:cSld></p:sldLayout>`,
    },
    {
      name: 'ppt/slideLayouts/_rels/slideLayout1.xml.rels',
      content: relationsOf([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    },
    { name: 'ppt/theme/theme1.xml', content: theme },
    ...slides.flatMap((text, index) => [
      { name: `ppt/slides/slide${index + 1}.xml`, content: slideOf(text) },
      {
        name: `ppt/slides/_rels/slide${index + 1}.xml.rels`,
        content: relationsOf([['slideLayout', '../slideLayouts/slideLayout1.xml']]),
      },
    ]),
  ])
}
