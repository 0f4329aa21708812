/** The parts of a presentation that every one has, with real namespaces, content types and relations. */

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const presentationType = 'application/vnd.openxmlformats-officedocument.presentationml'

export const namespaces = [
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  `xmlns:r="${office}"`,
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(' ')

export interface TestRelation {
  id: string
  /** The last word of a usual type, or a whole address. */
  type: string
  target: string
  isExternal?: boolean
}

export const relationsOf = (list: readonly TestRelation[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(({ id, type, target, isExternal }) => {
      const whole = type.startsWith('http') ? type : `${office}/${type}`
      return `<Relationship Id="${id}" Type="${whole}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`
    })
    .join('')}</Relationships>`

export const contentTypesOf = (types: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${Object.entries(
    types,
  )
    .map(([name, type]) =>
      name.startsWith('/')
        ? `<Override PartName="${name}" ContentType="${type}"/>`
        : `<Default Extension="${name}" ContentType="${type}"/>`,
    )
    .join('')}</Types>`

const rootShape =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'

export const textShape = (id: number, paragraphs: readonly string[], name = `Text ${id}`): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="914400" y="${id * 400000}"/><a:ext cx="7315200" cy="400000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr wrap="square"/><a:lstStyle/>${paragraphs
    .map((text) => `<a:p><a:r><a:rPr lang="zh-CN" sz="2400"/><a:t>${text}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`

export const slideXml = (shapes: string, { root = 'sld', more = '', attributes = '', rest = '' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><p:${root} ${namespaces} ${attributes}><p:cSld${more}><p:spTree>${rootShape}${shapes}</p:spTree></p:cSld>${rest}</p:${root}>`

const colorMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

const colors = [
  'dk1',
  'lt1',
  'dk2',
  'lt2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
]
  .map((name, at) => `<a:${name}><a:srgbClr val="${['000000', 'FFFFFF'][at] ?? '336699'}"/></a:${name}>`)
  .join('')
const fonts = '<a:latin typeface="Calibri"/><a:ea typeface="宋体"/><a:cs typeface=""/>'
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'

export const themeXml = (name = 'Theme', rest = ''): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a:theme ${namespaces} name="${name}"><a:themeElements><a:clrScheme name="${name}">${colors}</a:clrScheme><a:fontScheme name="${name}"><a:majorFont>${fonts}</a:majorFont><a:minorFont>${fonts}</a:minorFont></a:fontScheme><a:fmtScheme name="${name}"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="9525">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements>${rest}</a:theme>`

interface Presentation {
  /** What each slide shows. */
  slides: readonly string[]
  slideRelations?: readonly (readonly TestRelation[])[]
  relations?: readonly TestRelation[]
  rootRelations?: readonly TestRelation[]
  types?: Readonly<Record<string, string>>
  /** Parts beside the usual ones, or in place of them. */
  parts?: Readonly<Record<string, string | Uint8Array>>
  /** After the list of slides. */
  rest?: string
  /** Attributes of the slides. */
  slideOptions?: Parameters<typeof slideXml>[1]
}

/** All files of a presentation that programs open. */
export const presentationParts = (given: Presentation): Record<string, string | Uint8Array> => {
  const { slides, slideRelations = [], relations = [], rootRelations = [], types = {}, parts = {}, rest = '' } = given
  const numbers = slides.map((_, at) => at + 1)
  const slideFiles = numbers.flatMap((number): [string, string][] => [
    [`ppt/slides/slide${number}.xml`, slideXml(slides[number - 1]!, given.slideOptions)],
    [
      `ppt/slides/_rels/slide${number}.xml.rels`,
      relationsOf([
        { id: 'rId1', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
        ...(slideRelations[number - 1] ?? []),
      ]),
    ],
  ])
  const listed = numbers.map((number) => `<p:sldId id="${255 + number}" r:id="rId${10 + number}"/>`).join('')
  return {
    '[Content_Types].xml': contentTypesOf({
      rels: 'application/vnd.openxmlformats-package.relationships+xml',
      xml: 'application/xml',
      jpeg: 'image/jpeg',
      png: 'image/png',
      mp4: 'video/mp4',
      '/ppt/presentation.xml': `${presentationType}.presentation.main+xml`,
      '/ppt/slideMasters/slideMaster1.xml': `${presentationType}.slideMaster+xml`,
      '/ppt/slideLayouts/slideLayout1.xml': `${presentationType}.slideLayout+xml`,
      '/ppt/theme/theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml',
      ...Object.fromEntries(
        numbers.map((number) => [`/ppt/slides/slide${number}.xml`, `${presentationType}.slide+xml`]),
      ),
      ...types,
    }),
    '_rels/.rels': relationsOf([
      { id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' },
      ...rootRelations,
    ]),
    'ppt/presentation.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>${
      relations.some(({ type }) => type === 'notesMaster')
        ? '<p:notesMasterIdLst><p:notesMasterId r:id="rId3"/></p:notesMasterIdLst>'
        : ''
    }<p:sldIdLst>${listed}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/>${rest}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsOf([
      { id: 'rId1', type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
      { id: 'rId2', type: 'theme', target: 'theme/theme1.xml' },
      ...numbers.map((number) => ({ id: `rId${10 + number}`, type: 'slide', target: `slides/slide${number}.xml` })),
      ...relations,
    ]),
    'ppt/slideMasters/slideMaster1.xml': slideXml('', {
      root: 'sldMaster',
      rest: `${colorMap}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>`,
    }),
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationsOf([
      { id: 'rId1', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
      { id: 'rId2', type: 'theme', target: '../theme/theme1.xml' },
    ]),
    'ppt/slideLayouts/slideLayout1.xml': slideXml('', {
      root: 'sldLayout',
      attributes: 'type="blank"',
      rest: '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>',
    }),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationsOf([
      { id: 'rId1', type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' },
    ]),
    'ppt/theme/theme1.xml': themeXml(),
    ...Object.fromEntries(slideFiles),
    ...parts,
  }
}
