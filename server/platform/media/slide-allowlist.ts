import { compatibility } from './xml-tree.ts'

// What may stay in a presentation: kinds of parts, relations between them, and the namespaces of what is in them.

const microsoft = 'http://schemas.microsoft.com/office'
const openXml = 'http://schemas.openxmlformats.org'

export const drawing = `${openXml}/drawingml/2006/main`
export const presentation = `${openXml}/presentationml/2006/main`
export const relations = `${openXml}/officeDocument/2006/relationships`
export const diagram = `${openXml}/drawingml/2006/diagram`
export const diagramDrawing = `${microsoft}/drawing/2008/diagram`
export const presentation2010 = `${microsoft}/powerpoint/2010/main`

/** Namespaces whose elements may stay, and the prefixes that they get. */
export const prefixes: ReadonlyMap<string, string> = new Map([
  [drawing, 'a'],
  [presentation, 'p'],
  [relations, 'r'],
  [compatibility, 'mc'],
  [`${openXml}/drawingml/2006/chart`, 'c'],
  [`${openXml}/drawingml/2006/chartDrawing`, 'cdr'],
  [`${openXml}/drawingml/2006/picture`, 'pic'],
  [`${openXml}/drawingml/2006/lockedCanvas`, 'lc'],
  [`${openXml}/officeDocument/2006/math`, 'm'],
  [`${microsoft}/drawing/2010/main`, 'a14'],
  [presentation2010, 'p14'],
  [`${microsoft}/powerpoint/2012/main`, 'p15'],
  [`${microsoft}/powerpoint/2015/09/main`, 'p159'],
  [`${microsoft}/drawing/2007/8/2/chart`, 'c14'],
  [`${microsoft}/drawing/2012/chart`, 'c15'],
  [`${microsoft}/drawing/2014/chartex`, 'cx'],
  [`${microsoft}/drawing/2015/9/8/chartex`, 'cx1'],
])

interface PartKind {
  contentType: string
  /** `ppt/slides/slide` is followed by a number. */
  path: string
}

const officeType = 'application/vnd.openxmlformats-officedocument'

/** Parts that may stay, by the relation that leads to them. */
export const keptParts: Readonly<Record<string, PartKind>> = {
  [`${relations}/officeDocument`]: {
    contentType: `${officeType}.presentationml.presentation.main+xml`,
    path: 'ppt/presentation',
  },
  [`${relations}/slide`]: { contentType: `${officeType}.presentationml.slide+xml`, path: 'ppt/slides/slide' },
  [`${relations}/slideLayout`]: {
    contentType: `${officeType}.presentationml.slideLayout+xml`,
    path: 'ppt/slideLayouts/slideLayout',
  },
  [`${relations}/slideMaster`]: {
    contentType: `${officeType}.presentationml.slideMaster+xml`,
    path: 'ppt/slideMasters/slideMaster',
  },
  [`${relations}/notesSlide`]: {
    contentType: `${officeType}.presentationml.notesSlide+xml`,
    path: 'ppt/notesSlides/notesSlide',
  },
  [`${relations}/notesMaster`]: {
    contentType: `${officeType}.presentationml.notesMaster+xml`,
    path: 'ppt/notesMasters/notesMaster',
  },
  [`${relations}/tableStyles`]: {
    contentType: `${officeType}.presentationml.tableStyles+xml`,
    path: 'ppt/tableStyles',
  },
  [`${relations}/theme`]: { contentType: `${officeType}.theme+xml`, path: 'ppt/theme/theme' },
  [`${relations}/themeOverride`]: { contentType: `${officeType}.themeOverride+xml`, path: 'ppt/theme/themeOverride' },
  [`${relations}/chart`]: { contentType: `${officeType}.drawingml.chart+xml`, path: 'ppt/charts/chart' },
  [`${relations}/chartUserShapes`]: {
    contentType: `${officeType}.drawingml.chartshapes+xml`,
    path: 'ppt/drawings/drawing',
  },
  [`${microsoft}/2014/relationships/chartEx`]: {
    contentType: 'application/vnd.ms-office.chartex+xml',
    path: 'ppt/charts/chartEx',
  },
}

/** Relations that no element names. */
export const impliedRelations: ReadonlySet<string> = new Set(
  ['slideLayout', 'slideMaster', 'notesSlide', 'notesMaster', 'slide', 'theme', 'themeOverride', 'tableStyles'].map(
    (name) => `${relations}/${name}`,
  ),
)

export const imageRelation = `${relations}/image`
export const videoRelation = `${relations}/video`
export const audioRelation = `${relations}/audio`
export const hyperlinkRelation = `${relations}/hyperlink`
export const mediaRelations: ReadonlySet<string> = new Set([
  imageRelation,
  videoRelation,
  audioRelation,
  `${microsoft}/2007/relationships/media`,
])
export const diagramDataRelation = `${relations}/diagramData`
export const diagramDrawingRelation = `${microsoft}/2007/relationships/diagramDrawing`

/** Comments, in the form of earlier and of later programs. */
export const commentRelations: ReadonlySet<string> = new Set([
  `${relations}/comments`,
  `${microsoft}/2018/10/relationships/comments`,
])

/** Elements that carry data of programs, or what only editors see. */
export const droppedElements: ReadonlySet<string> = new Set([
  'custDataLst',
  'custShowLst',
  'embeddedFontLst',
  'handoutMasterIdLst',
  'smartTags',
  'photoAlbum',
  'kinsoku',
  'modifyVerifier',
  'externalData',
  'pivotSource',
  'pivotFmts',
  'printSettings',
  'audioCd',
  'bmkLst',
  'custShow',
  'bldGraphic',
  'bldDgm',
  'bldOleChart',
])

/** Extensions that are shown: films of slides, and labels of charts. All others are dropped. */
export const keptExtensions: ReadonlySet<string> = new Set([
  '{DAA4B4D4-6D71-4841-9C94-3DE7FCFB9230}',
  '{02D57815-91ED-43cb-92C2-25804820EDAC}',
  '{CE6537A1-D6FC-4f65-9D91-7224C49458BB}',
])

const table = `${openXml}/drawingml/2006/table`
/** What a frame on a slide may show. */
export const keptGraphics: ReadonlySet<string> = new Set([
  table,
  `${openXml}/drawingml/2006/chart`,
  `${openXml}/drawingml/2006/picture`,
  `${openXml}/drawingml/2006/lockedCanvas`,
  `${microsoft}/drawing/2014/chartex`,
])

/** Jumps to other slides, and playing a film. */
export const keptAction =
  /^ppaction:\/\/(?:hlinkshowjump\?jump=(?:nextslide|previousslide|firstslide|lastslide|lastslideviewed|endshow)|hlinksldjump|media|noaction)$/
