import type { Canaries } from './canaries.ts'
import { drawingWithCanaries } from './canary-drawings.ts'
import { filmWithCanaries } from './canary-films.ts'
import { jpegWithCanaries, pngWithCanaries } from './canary-pictures.ts'
import { mp3WithCanaries, waveWithCanaries } from './canary-sounds.ts'
import { zipOf } from './document-samples.ts'
import {
  contentTypesOf,
  namespaces,
  presentationParts,
  relationsOf,
  slideXml,
  textShape,
  themeXml,
  type TestRelation,
} from './presentation-parts.ts'

const type = (name: string): string => `application/vnd.openxmlformats-officedocument.${name}+xml`
const microsoft = 'http://schemas.microsoft.com/office'
const frameAt = '<p:xfrm><a:off x="100000" y="100000"/><a:ext cx="4000000" cy="2000000"/></p:xfrm>'
const rectangle = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
const box = `<a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="1000000"/></a:xfrm>${rectangle}`

const chartXml = (word: (place: string) => string, workbook: string): string =>
  `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${namespaces}><c:pivotSource><c:name>${word('source of a chart')}</c:name><c:fmtId val="0"/></c:pivotSource><c:chart><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:strRef><c:f>'[${word('workbook in a formula')}.xlsx]${word('sheet in a formula')}'!$B$1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>学生人数</c:v></c:pt></c:strCache></c:strRef></c:tx><c:val><c:numRef><c:f>${word('sheet of values')}!$B$2</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>42</c:v></c:pt></c:numCache></c:numRef></c:val><c:extLst><c:ext uri="{C3380CC4-5D6E-409C-BE32-E72D297353CC}"><c16:uniqueId xmlns:c16="${microsoft}/drawing/2014/chart" val="${word('id of a series')}"/></c:ext><c:ext uri="{02D57815-91ED-43cb-92C2-25804820EDAC}"><c15:dlblFieldTable xmlns:c15="${microsoft}/drawing/2012/chart"><c15:dlblFTEntry><c15:txfldGUID>${word('id of a field in a label')}</c15:txfldGUID></c15:dlblFTEntry></c15:dlblFieldTable></c:ext></c:extLst></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart><c:externalData r:id="${workbook}"><c:autoUpdate val="0"/></c:externalData><c:printSettings><c:headerFooter><c:oddHeader>${word('head of a printed chart')}</c:oddHeader></c:headerFooter></c:printSettings></c:chartSpace>`

const diagramDrawing = (word: (place: string) => string): string =>
  `<dsp:drawing xmlns:dsp="${microsoft}/drawing/2008/diagram" ${namespaces}><dsp:spTree><dsp:nvGrpSpPr><dsp:cNvPr id="0" name="${word('name of a diagram')}"/><dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/><dsp:sp modelId="{0B0B0B0B-0000-4000-8000-000000000001}"><dsp:nvSpPr><dsp:cNvPr id="0" name="${word('name of a shape of a diagram')}" descr="${word('alternative text of a diagram')}"/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr>${box}</dsp:spPr><dsp:txBody><a:bodyPr lIns="10"/><a:lstStyle/><a:p><a:r><a:t>导入新课</a:t></a:r></a:p></dsp:txBody><dsp:txXfrm><a:off x="1000" y="0"/><a:ext cx="1999000" cy="1000000"/></dsp:txXfrm></dsp:sp></dsp:spTree></dsp:drawing>`

/** Texts that the team has typed, and that experts read. */
export const typedTexts = [
  '第一课',
  '备注里的话',
  '表格里的字',
  '导入新课',
  '学生人数',
  '版式上的字',
  '母版上的字',
  'x+1',
]

/** A presentation with canaries wherever programs, people and paths could be named, and none in what is shown. */
export const slidesWithCanaries = async (canaries: Canaries): Promise<Buffer> => {
  const word = (place: string): string => canaries.plant(`PPTX: ${place}`)
  const picture = (id: number, relation: string, more = ''): string =>
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="C:\\Users\\${word(`name of picture ${id}`)}.jpg" descr="${word(`alternative text of picture ${id}`)}" title="${word(`title of picture ${id}`)}"/><p:cNvPicPr/><p:nvPr>${more}</p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}"><a:extLst><a:ext uri="{28A0092B-C50C-407E-A947-70E740481C1C}"><a14:useLocalDpi xmlns:a14="${microsoft}/drawing/2010/main" val="${word(`extension of picture ${id}`)}"/></a:ext></a:extLst></a:blip><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${box}</p:spPr></p:pic>`
  const frame = (id: number, uri: string, content: string): string =>
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="${word(`name of frame ${id}`)}" descr="${word(`alternative text of frame ${id}`)}"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${frameAt}<a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`
  const drawingUri = 'http://schemas.openxmlformats.org/drawingml/2006'
  const table = `<a:tbl><a:tblPr firstRow="1"><a:tableStyleId>{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}</a:tableStyleId></a:tblPr><a:tblGrid><a:gridCol w="4000000"><a:extLst><a:ext uri="{9D8B030D-6E8A-4147-A177-3AD203B41FA5}"><a16:colId xmlns:a16="${microsoft}/drawing/2014/main" val="${word('id of a column')}"/></a:ext></a:extLst></a:gridCol></a:tblGrid><a:tr h="400000"><a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="zh-CN" bmk="${word('bookmark')}"/><a:t>表格里的字</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc></a:tr></a:tbl>`
  const object = `<mc:AlternateContent><mc:Choice xmlns:v="urn:schemas-microsoft-com:vml" Requires="v"><p:oleObj name="${word('name of an object')}" r:id="rIdObject" progId="${word('program of an object')}"><p:embed/></p:oleObj></mc:Choice><mc:Fallback><p:oleObj name="${word('second name of an object')}" r:id="rIdObject" progId="Word.Document.12"><p:embed/>${picture(0, 'rIdEmf')}</p:oleObj></mc:Fallback></mc:AlternateContent>`
  const link = `<p:sp><p:nvSpPr><p:cNvPr id="31" name="${word('name of a shape with a link')}"><a:hlinkClick r:id="rIdLink" tooltip="${word('hint of a link')}"/></p:cNvPr><p:cNvSpPr/><p:nvPr><p:custDataLst><p:tags r:id="rIdTags"/></p:custDataLst></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="100" cy="100"/></a:xfrm><a:custGeom><a:avLst/><a:gdLst><a:gd name="${word('name of a guide')}" fmla="*/ w 1 2"/></a:gdLst><a:pathLst><a:path w="100" h="100"><a:moveTo><a:pt x="0" y="0"/></a:moveTo><a:lnTo><a:pt x="100" y="100"/></a:lnTo></a:path></a:pathLst></a:custGeom></p:spPr></p:sp>`
  const tied = `<p:sp><p:nvSpPr><p:cNvPr id="33" name="!!${word('name that ties shapes')}"><a:hlinkClick r:id="" action="ppaction://macro?name=${word('macro of a link')}"/></p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:prstGeom prst="rect"><a:avLst><a:gd name="${word('name of an adjustment')}" fmla="val 50000"/></a:avLst></a:prstGeom><a:extLst><a:ext uri="${word('address of an extension')}"><a14:hiddenFill xmlns:a14="${microsoft}/drawing/2010/main"><a:noFill/></a14:hiddenFill></a:ext></a:extLst></p:spPr></p:sp>`
  const formula = `<mc:AlternateContent><mc:Choice xmlns:a14="${microsoft}/drawing/2010/main" Requires="a14"><p:sp><p:nvSpPr><p:cNvPr id="32" name="${word('name of a formula')}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box}</p:spPr><p:txBody><a:bodyPr/><a:p><a14:m><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x+1</m:t></m:r></m:oMath></a14:m></a:p></p:txBody></p:sp></mc:Choice><mc:Fallback>${textShape(32, ['x+1'], word('name of the picture of a formula'))}</mc:Fallback></mc:AlternateContent>`
  const animation = `<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst><p:set><p:cBhvr><p:cTn id="2" dur="1" fill="hold"/><p:tgtEl><p:spTgt spid="2"/></p:tgtEl><p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst></p:cBhvr><p:to><p:strVal val="visible"/></p:to></p:set><p:anim from="${word('start of an animation')}" calcmode="lin" valueType="num"><p:cBhvr><p:cTn id="3" dur="500"/><p:tgtEl><p:spTgt spid="2"/></p:tgtEl><p:attrNameLst><p:attrName>${word('property of an animation')}</p:attrName></p:attrNameLst></p:cBhvr></p:anim></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`
  const filmExtension = `<p:extLst><p:ext uri="{DAA4B4D4-6D71-4841-9C94-3DE7FCFB9230}"><p14:media xmlns:p14="${microsoft}/powerpoint/2010/main" r:embed="rIdMedia"><p14:bmkLst><p14:bmk name="${word('bookmark of a film')}" time="1"/></p14:bmkLst></p14:media></p:ext></p:extLst>`
  const shapes = [
    textShape(2, ['第一课'], word('name of a text')),
    picture(3, 'rIdJpeg'),
    picture(4, 'rIdPng'),
    picture(5, 'rIdPng', `<a:videoFile r:link="rIdFilm" name="${word('name of a film')}"/>${filmExtension}`),
    picture(6, 'rIdPng', `<a:wavAudioFile r:embed="rIdSound" name="${word('name of a sound')}"/>`),
    picture(7, 'rIdPng', '<a:audioFile r:link="rIdMp3"/>'),
    frame(10, `${drawingUri}/table`, table),
    frame(
      11,
      `${drawingUri}/chart`,
      '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rIdChart"/>',
    ),
    frame(
      12,
      `${drawingUri}/diagram`,
      `<dgm:relIds xmlns:dgm="${drawingUri}/diagram" r:dm="rIdData" r:lo="rIdLayout" r:qs="rIdStyle" r:cs="rIdColors"/>`,
    ),
    frame(13, 'http://schemas.openxmlformats.org/presentationml/2006/ole', object),
    link,
    tied,
    formula,
    `<!-- ${word('comment in XML')} --><?${word('instruction in XML')}?><x:strange xmlns:x="urn:${word('strange namespace')}" x:who="${word('strange attribute')}">${word('strange element')}</x:strange>${word('text where none belongs')}`,
  ].join('')
  const slideRelations: TestRelation[] = [
    { id: 'rIdJpeg', type: 'image', target: '../media/photo.jpeg' },
    { id: 'rIdPng', type: 'image', target: '../media/image2.png' },
    { id: 'rIdEmf', type: 'image', target: '../media/image3.emf' },
    { id: 'rIdFilm', type: 'video', target: `file:///C:\\Users\\${word('path of a film')}`, isExternal: true },
    { id: 'rIdMedia', type: `${microsoft}/2007/relationships/media`, target: '../media/media1.mp4' },
    { id: 'rIdSound', type: 'audio', target: '../media/sound.wav' },
    { id: 'rIdMp3', type: 'audio', target: '../media/sound2.mp3' },
    { id: 'rIdChart', type: 'chart', target: '../charts/chart1.xml' },
    { id: 'rIdData', type: 'diagramData', target: '../diagrams/data1.xml' },
    { id: 'rIdLayout', type: 'diagramLayout', target: '../diagrams/layout1.xml' },
    { id: 'rIdStyle', type: 'diagramQuickStyle', target: '../diagrams/quickStyle1.xml' },
    { id: 'rIdColors', type: 'diagramColors', target: '../diagrams/colors1.xml' },
    { id: 'rIdDrawing', type: `${microsoft}/2007/relationships/diagramDrawing`, target: '../diagrams/drawing1.xml' },
    { id: 'rIdObject', type: 'package', target: '../embeddings/document1.docx' },
    { id: 'rIdLink', type: 'hyperlink', target: `https://${word('address of a link')}.example/`, isExternal: true },
    { id: word('id of a relation'), type: 'slide', target: 'slide1.xml' },
    { id: 'rIdTags', type: 'tags', target: '../tags/tag1.xml' },
    { id: 'rIdNotes', type: 'notesSlide', target: '../notesSlides/notesSlide1.xml' },
    { id: 'rIdComments', type: 'comments', target: '../comments/comment1.xml' },
    { id: 'rIdModern', type: `${microsoft}/2018/10/relationships/comments`, target: '../comments/modern1.xml' },
  ]
  const document = async (place: string): Promise<Buffer> =>
    zipOf({
      '[Content_Types].xml': contentTypesOf({ xml: 'application/xml' }),
      'docProps/core.xml': `<creator>${word(`author of ${place}`)}</creator>`,
      'docProps/app.xml': `<Company>${word(`company of ${place}`)}</Company>`,
      'xl/sharedStrings.xml': `<sst><si><t>${word(`cell of ${place}`)}</t></si></sst>`,
    })
  const about = (name: string): string => `<x>${word(name)}</x>`
  const parts: Record<string, string | Uint8Array> = {
    'docProps/core.xml': `<x><creator>${word('author')}</creator><lastModifiedBy>${word('last editor')}</lastModifiedBy></x>`,
    'docProps/app.xml': `<x><Company>${word('company')}</Company><Manager>${word('manager')}</Manager></x>`,
    'docProps/custom.xml': about('custom property'),
    'docProps/thumbnail.jpeg': await jpegWithCanaries(canaries),
    'customXml/item1.xml': about('custom XML'),
    'customXml/itemProps1.xml': about('properties of custom XML'),
    'package/services/metadata/core-properties/1.psmdcp': about('second properties'),
    'ppt/commentAuthors.xml': `<x name="${word('author of a comment')}" initials="${word('initials')}"/>`,
    'ppt/authors.xml': `<x userId="${word('account of an author')}"/>`,
    'ppt/comments/comment1.xml': about('comment'),
    'ppt/comments/modern1.xml': about('modern comment'),
    'ppt/presProps.xml': `<p:presentationPr ${namespaces}><p:htmlPubPr r:id="rId1" title="${word('title of a web page')}"/></p:presentationPr>`,
    'ppt/viewProps.xml': about('view'),
    'ppt/revisionInfo.xml': about('revision'),
    'ppt/changesInfos/changesInfo1.xml': `<x name="${word('author of a change')}"/>`,
    'ppt/printerSettings/printerSettings1.bin': Buffer.from(word('printer'), 'utf16le'),
    'ppt/vbaProject.bin': Buffer.from(word('macro')),
    'ppt/tags/tag1.xml': about('tag'),
    'ppt/fonts/font1.fntdata': Buffer.from(word('font')),
    'ppt/handoutMasters/handoutMaster1.xml': about('page of handouts'),
    'ppt/unknown/part1.xml': about('unknown part'),
    [`ppt/media/${word('name of a part')}.bin`]: Buffer.from(word('unknown content')),
    'ppt/slideMasters/slideMaster1.xml': slideXml(textShape(2, ['母版上的字'], word('name of a shape of a master')), {
      root: 'sldMaster',
      more: ` name="${word('name of a master')}"`,
      attributes: 'preserve="1"',
      rest: `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst><p:extLst><p:ext uri="{27BBF7A9-308A-43DC-89C8-2F10F3537804}"><x>${word('extension of a master')}</x></p:ext></p:extLst>`,
    }),
    'ppt/slideLayouts/slideLayout1.xml': slideXml(textShape(2, ['版式上的字'], word('name of a shape of a layout')), {
      root: 'sldLayout',
      more: ` name="${word('name of a layout')}"`,
      attributes: `matchingName="${word('matching name')}" type="blank"`,
    }),
    'ppt/theme/theme1.xml': themeXml(
      word('name of a theme'),
      `<a:extLst><a:ext uri="{05A4C25C-085E-4340-85A3-A5531E510DB2}"><thm15:themeFamily xmlns:thm15="${microsoft}/thememl/2012/main" name="${word('family of themes')}"/></a:ext></a:extLst>`,
    ),
    'ppt/theme/theme2.xml': themeXml(word('name of a theme of notes')),
    'ppt/notesMasters/notesMaster1.xml': slideXml(textShape(2, [], word('name of a shape of a notes master')), {
      root: 'notesMaster',
    }),
    'ppt/notesMasters/_rels/notesMaster1.xml.rels': relationsOf([
      { id: 'rId1', type: 'theme', target: '../theme/theme2.xml' },
    ]),
    'ppt/notesSlides/notesSlide1.xml': slideXml(textShape(2, ['备注里的话'], word('name of a shape of notes')), {
      root: 'notes',
    }),
    'ppt/notesSlides/_rels/notesSlide1.xml.rels': relationsOf([
      { id: 'rId1', type: 'slide', target: '../slides/slide1.xml' },
      { id: 'rId2', type: 'notesMaster', target: '../notesMasters/notesMaster1.xml' },
    ]),
    'ppt/tableStyles.xml': `<a:tblStyleLst ${namespaces} def="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"><a:tblStyle styleId="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}" styleName="${word('name of a table style')}"/></a:tblStyleLst>`,
    'ppt/charts/chart1.xml': chartXml(word, 'rId1'),
    'ppt/charts/_rels/chart1.xml.rels': relationsOf([
      { id: 'rId1', type: 'package', target: '../embeddings/workbook1.xlsx' },
      { id: 'rId2', type: `${microsoft}/2011/relationships/chartStyle`, target: 'style1.xml' },
    ]),
    'ppt/charts/style1.xml': about('style of a chart'),
    'ppt/embeddings/workbook1.xlsx': await document('a workbook'),
    'ppt/embeddings/document1.docx': await document('a document'),
    'ppt/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="${drawingUri}/diagram" ${namespaces}><dgm:ptLst><dgm:pt modelId="1"><dgm:prSet phldrT="${word('placeholder of a diagram')}"/></dgm:pt></dgm:ptLst><dgm:extLst><a:ext uri="${microsoft}/drawing/2008/diagram"><dsp:dataModelExt xmlns:dsp="${microsoft}/drawing/2008/diagram" relId="rIdDrawing"/></a:ext></dgm:extLst></dgm:dataModel>`,
    'ppt/diagrams/layout1.xml': about('layout of a diagram'),
    'ppt/diagrams/quickStyle1.xml': about('style of a diagram'),
    'ppt/diagrams/colors1.xml': about('colors of a diagram'),
    'ppt/diagrams/drawing1.xml': diagramDrawing(word),
    'ppt/media/photo.jpeg': await jpegWithCanaries(canaries),
    'ppt/media/image2.png': await pngWithCanaries(canaries),
    'ppt/media/image3.emf': await drawingWithCanaries(canaries),
    'ppt/media/media1.mp4': await filmWithCanaries('index-last.mp4', canaries),
    'ppt/media/sound.wav': waveWithCanaries(canaries),
    'ppt/media/sound2.mp3': await mp3WithCanaries(canaries),
  }
  const files = presentationParts({
    slides: [shapes, textShape(2, ['第二课'])],
    slideRelations: [slideRelations],
    slideOptions: { more: ` name="${word('name of a slide')}"`, rest: animation },
    rootRelations: [
      {
        id: 'rId2',
        type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        target: 'docProps/core.xml',
      },
      { id: 'rId3', type: 'extended-properties', target: 'docProps/app.xml' },
      {
        id: 'rId4',
        type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail',
        target: 'docProps/thumbnail.jpeg',
      },
      { id: 'rId5', type: 'custom-properties', target: 'docProps/custom.xml' },
    ],
    relations: [
      { id: 'rId3', type: 'notesMaster', target: 'notesMasters/notesMaster1.xml' },
      { id: 'rId4', type: 'tableStyles', target: 'tableStyles.xml' },
      { id: 'rId5', type: 'presProps', target: 'presProps.xml' },
      { id: 'rId6', type: 'viewProps', target: 'viewProps.xml' },
      { id: 'rId7', type: 'commentAuthors', target: 'commentAuthors.xml' },
      { id: 'rId8', type: 'handoutMaster', target: 'handoutMasters/handoutMaster1.xml' },
      { id: 'rId9', type: 'customXml', target: '../customXml/item1.xml' },
      {
        id: 'rId10',
        type: 'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
        target: 'vbaProject.bin',
      },
    ],
    rest: `<p:custShowLst><p:custShow name="${word('name of a show')}" id="0"><p:sldLst><p:sld r:id="rId11"/></p:sldLst></p:custShow></p:custShowLst><p:modifyVerifier algorithmName="${word('algorithm of a password')}"/><p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="${microsoft}/powerpoint/2010/main"><p14:section name="${word('name of a section')}" id="{0B0B0B0B-0000-4000-8000-000000000002}"/></p14:sectionLst></p:ext></p:extLst>`,
    types: {
      wav: 'audio/wav',
      emf: 'image/x-emf',
      mp3: 'audio/mpeg',
      '/ppt/notesMasters/notesMaster1.xml': type('presentationml.notesMaster'),
      '/ppt/notesSlides/notesSlide1.xml': type('presentationml.notesSlide'),
      '/ppt/theme/theme2.xml': type('theme'),
      '/ppt/tableStyles.xml': type('presentationml.tableStyles'),
      '/ppt/charts/chart1.xml': type('drawingml.chart'),
      '/ppt/diagrams/data1.xml': type('drawingml.diagramData'),
      '/ppt/diagrams/drawing1.xml': 'application/vnd.ms-office.drawingml.diagramDrawing+xml',
      [`/ppt/${word('part of a content type')}.xml`]: 'application/xml',
    },
    parts,
  })
  return zipOf(files)
}
