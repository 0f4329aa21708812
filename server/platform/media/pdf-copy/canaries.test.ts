import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPdfBuilder } from '../../../testing/pdf-builder.ts'
import { spellings, insideOf } from '../../../testing/hidden-texts.ts'
import { readPdfText } from '../../../testing/pdf-text.ts'
import { cleanPdf } from './copy.ts'

/** Texts that stand for the name of a team, each in one place. */
const createCanaries = () => {
  const places = new Map<string, string>()
  const next = (place: string): string => {
    const canary = `Kanarie${String(places.size + 1).padStart(3, '0')}Vogel`
    places.set(canary, place)
    return canary
  }
  return {
    places,
    plain: (place: string): string => `(${next(place)})`,
    wide: (place: string): string =>
      `<${Buffer.from(`\uFEFF${next(place)}`, 'utf16le')
        .swap16()
        .toString('hex')}>`,
    octal: (place: string): string =>
      `(${[...Buffer.from(next(place))].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')})`,
    bare: next,
  }
}

const inOctal = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

const formsOf = (canary: string): Buffer[] => {
  const wide = Buffer.from(canary, 'utf16le').swap16().toString('hex')
  const hex = Buffer.from(canary).toString('hex')
  const texts = [wide, wide.toUpperCase(), hex, hex.toUpperCase(), inOctal(canary)]
  return [...spellings(canary), ...texts.map((text) => Buffer.from(text))]
}

/** The places whose text is in the bytes of a file, or in one of its streams. */
const placesIn = async (content: Buffer, places: ReadonlyMap<string, string>): Promise<string[]> => {
  const all = [content, ...(await insideOf('application/pdf', content))]
  return [...places]
    .filter(([canary]) => formsOf(canary).some((form) => all.some((bytes) => bytes.includes(form))))
    .map(([, place]) => place)
}

const box = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

/** A picture of one pixel, as far as boxes go. */
const jpeg2000 = (word: (place: string) => string): Buffer => {
  const comment = (text: string): Buffer =>
    Buffer.concat([Buffer.of(0xff, 0x64, 0, 4 + text.length, 0, 1), Buffer.from(text)])
  const codestream = Buffer.concat([
    Buffer.of(0xff, 0x4f),
    comment(word('JPX: comment')),
    Buffer.of(0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1),
    comment(word('JPX: comment of a tile')),
    Buffer.of(0xff, 0x93, 0xff, 0xd9),
  ])
  const colors = profile({ desc: word('JPX: description of colors'), vendor: word('JPX: maker of colors') })
  const head = [
    box('ihdr', Buffer.alloc(14, 1)),
    box('colr', Buffer.concat([Buffer.of(2, 0, 0), colors])),
    box('xml ', Buffer.from(word('JPX: XML box'))),
  ]
  return Buffer.concat([
    box('jP  ', Buffer.of(0x0d, 0x0a, 0x87, 0x0a)),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ')),
    box('jp2h', Buffer.concat(head)),
    box('uuid', Buffer.from(word('JPX: UUID box'))),
    box('jp2c', codestream),
  ])
}

const profile = (texts: { desc: string; vendor: string }): Buffer => {
  const tags: [string, string][] = [
    ['desc', texts.desc],
    ['dmnd', texts.vendor],
    ['wtpt', 'XYZ \0\0\0\0aaaabbbbcccc'],
  ]
  const head = Buffer.alloc(128)
  head.write('acsp', 36)
  head.write('RGB XYZ ', 16)
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let at = 128 + table.length
  tags.forEach(([tag, text], index) => {
    table.write(tag, 4 + index * 12)
    table.writeUInt32BE(at, 8 + index * 12)
    table.writeUInt32BE(text.length, 12 + index * 12)
    at += text.length
  })
  return Buffer.concat([head, table, ...tags.map(([, text]) => Buffer.from(text))])
}

const planted = async () => {
  const pdf = createPdfBuilder()
  const { places, plain, wide, octal, bare } = createCanaries()
  const own = (place: string): string =>
    `/PieceInfo <</App <</Private ${plain(`${place}: piece info`)}>>>> /Own_${bare(`${place}: private key`)} 1 /LastModified ${plain(`${place}: last modified`)}`
  const metadata = (place: string): string =>
    `/Metadata ${pdf.add('<</Type /Metadata /Subtype /XML>>', `<x:xmpmeta>${bare(`${place}: XMP`)}</x:xmpmeta>`)}`

  const jpeg = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Artist: bare('JPEG: EXIF artist') } })
    .jpeg()
    .toBuffer()
  const comment = bare('JPEG: comment')
  const commented = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.of(0xff, 0xfe, 0, comment.length + 2),
    Buffer.from(comment),
    jpeg.subarray(2),
    Buffer.from(bare('JPEG: after its end')),
  ])
  const picture = pdf.add(
    `<</Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode /OPI <</2.0 <</F ${plain('picture: OPI')}>>>> /Name /N_${bare('picture: name')} /ID ${plain('picture: ID')} /Alternates [<</Image ${plain('picture: alternates')}>>] ${metadata('picture')} ${own('picture')}>>`,
    commented,
  )
  const jpx = pdf.add('<</Type /XObject /Subtype /Image /Width 1 /Height 1 /Filter /JPXDecode>>', jpeg2000(bare))
  const flate = pdf.add(
    '<</Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode>>',
    Buffer.concat([deflateSync(Buffer.alloc(4, 128)), Buffer.from(bare('picture: after its data'))]),
  )
  const icc = pdf.add(
    `<</N 3 /Alternate /DeviceRGB ${metadata('color profile')}>>`,
    profile({ desc: bare('color profile: description'), vendor: bare('color profile: maker') }),
  )
  const tint = pdf.add(
    '<</FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]>>',
    `{ % ${bare('function: comment')}\n dup dup }`,
  )
  const ps = pdf.add('<</Type /XObject /Subtype /PS>>', `(${bare('PostScript object')}) show`)
  const inner = pdf.add(
    `<</Type /XObject /Subtype /Form /BBox [0 0 50 50] /StructParents 1 /Ref <</F ${plain('form: reference')}>> /Measure <</R ${plain('form: measure')}>> ${metadata('form')} ${own('form')} /Resources <<>>>>`,
    `% ${bare('form: comment')}\n0 0 10 10 re f`,
  )
  const fontFile = pdf.add(
    `<</Length1 100 /Length2 10 /Length3 0>>`,
    `%!PS-AdobeFont-1.0: ${bare('font file: first line')}\n/FontInfo << /Notice (${bare('font file: notice')}) /FullName (${bare('font file: full name')}) /Author (100% (by) ${bare('font file: author')}) >>\n/FontName /${bare('font file: name')} def currentfile eexec 0123456789 cleartomark ${bare('font file: after its end')}`,
  )
  const toUnicode = pdf.add(
    '<<>>',
    `%${bare('character map: comment')}\n/CMapName /${bare('character map: name')} def /CIDSystemInfo << /Registry (${bare('character map: registry')}) >> def 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <0041> endbfchar`,
  )
  const descriptor = pdf.add(
    `<</Type /FontDescriptor /FontName /${bare('font descriptor: name')} /FontFamily ${plain('font descriptor: family')} /CharSet ${plain('font descriptor: set')} /Flags 32 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 /FontFile ${fontFile} /FontStretch /${bare('font descriptor: stretch')} /Own ${plain('font descriptor: private key')} ${metadata('font descriptor')}>>`,
  )
  const embedded = pdf.add(
    `<</Type /Font /Subtype /Type1 /BaseFont /${bare('embedded font: name')} /Name /N_${bare('font: resource name')} /FirstChar 65 /LastChar 65 /Widths [500] /FontDescriptor ${descriptor} /ToUnicode ${toUnicode} /Own ${plain('font: private key')}>>`,
  )
  const helvetica = pdf.add('<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>')
  const hiddenLayer = pdf.add(
    `<</Type /OCG /Name ${plain('layer: name')} /Usage <</CreatorInfo <</Creator ${plain('layer: creator')}>>>>>>`,
  )
  const shownLayer = pdf.add(`<</Type /OCG /Name ${wide('layer: name of one that is shown')}>>`)
  const hiddenForm = pdf.add(
    `<</Type /XObject /Subtype /Form /BBox [0 0 50 50] /OC ${hiddenLayer} /Resources <</Font <</F1 ${helvetica}>>>>>>`,
    `BT /F1 9 Tf (${bare('layer: form that is hidden')}) Tj ET`,
  )
  const state = pdf.add(
    `<</Type /ExtGState /ca 1 /BM /${bare('graphics state: blend mode')} /HTO [${plain('graphics state: private key')}] /HT <</HalftoneName ${plain('graphics state: halftone')}>>>>`,
  )
  const shading = pdf.add(
    `<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function <</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 /Own ${plain('function: private key')}>> /Own ${plain('shading: private key')}>>`,
  )
  const tiling = pdf.add(
    `<</PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources <<>> /Own ${plain('pattern: private key')}>>`,
    `% ${bare('pattern: comment')}\n0 0 3 3 re f`,
  )
  const spot = bare('ink: name')
  const fontName = bare('resource: name')
  const unused = pdf.add(
    '<</Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources <<>>>>',
    `(${bare('resource that is not used')}) Tj`,
  )
  const contents = pdf.add(
    '<<>>',
    [
      `% ${bare('content: comment')}`,
      `/Span <</ActualText ${plain('content: actual text')} /Alt ${wide('content: alternative text')} /E ${octal('content: expansion')} /Lang ${plain('content: language')}>> BDC`,
      `BT /${fontName} 12 Tf 20 700 Td (Lesson one) Tj ET EMC`,
      `/Point <</Own ${plain('content: marked point')}>> DP`,
      `/Mark_${bare('content: tag')} BMC EMC`,
      `/Div /P1 BDC EMC`,
      `/OC /Off BDC BT /${fontName} 12 Tf 20 600 Td (${bare('layer: text that is hidden')}) Tj ET EMC`,
      `/OC /Off BDC BI /W 15 /H 1 /BPC 8 /CS /G ID ${bare('layer: picture in content that is hidden')} EI EMC`,
      `/OC /On BDC BT /${fontName} 12 Tf 20 560 Td (Shown layer) Tj ET EMC`,
      `BT /Embedded 12 Tf 20 500 Td (A) Tj ET`,
      `/G gs /Spot cs 0.5 scn 10 10 20 20 re f /ICC cs 0 0 0 scn /Shade sh /Pattern cs /Tile scn 0 0 9 9 re f`,
      `q 50 0 0 50 100 100 cm /Picture Do Q /Jpx Do /Flate Do /Post Do /Form Do /Hidden Do`,
      `(${bare('content: text without an operator')}) 1 w (${bare('content: operator that nobody knows')}) xyzzy`,
      `BI /W 1 /H 1 /BPC 8 /CS /G /Own ${plain('picture in content: private key')} ID x EI`,
    ].join('\n'),
  )

  const appearance = pdf.add(
    `<</Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources <</Font <</F1 ${helvetica}>>>> ${metadata('drawing of a field')} ${own('drawing of a field')}>>`,
    'BT /F1 12 Tf 2 5 Td (Typed) Tj ET',
  )
  const seed = (kind: string): string =>
    `/NM ${plain(`${kind}: name`)} /M ${plain(`${kind}: time`)} /Own ${plain(`${kind}: private key`)}`
  const [page, pages] = [pdf.reserve(), pdf.reserve()]
  const widget = pdf.add(
    `<</Type /Annot /Subtype /Widget /Rect [20 400 120 420] /FT /Tx /T ${plain('field: name')} /TU ${wide('field: tooltip')} /TM ${octal('field: export name')} /V (Typed) /DV ${plain('field: first value')} /RV ${plain('field: rich text')} /AA <</K <</S /JavaScript /JS ${plain('field: script')}>>>> /AP <</N ${appearance} /D ${plain('field: pressed')}>> ${seed('field')}>>`,
  )
  const signature = pdf.add(
    `<</Type /Annot /Subtype /Widget /Rect [20 370 120 390] /FT /Sig /T (s) /V <</Type /Sig /Name ${plain('signature: name')} /Reason ${wide('signature: reason')} /Location ${plain('signature: place')} /ContactInfo ${plain('signature: contact')} /Contents <${Buffer.from(bare('signature: certificate')).toString('hex')}>>> /AP <</N ${appearance}>>>>`,
  )
  const kinds = ['Square', 'Ink', 'FreeText', 'Stamp', 'Highlight', 'Line', 'Link', 'Text', 'FileAttachment', 'Popup']
  const annotations = kinds.map((kind) =>
    pdf.add(
      `<</Type /Annot /Subtype /${kind} /Rect [200 400 220 420] /T ${wide(`${kind}: author`)} /Subj ${plain(`${kind}: subject`)} /Contents ${kind === 'FreeText' ? '(Seen)' : plain(`${kind}: contents`)} /RC ${plain(`${kind}: rich text`)} /InkList [[1 2 3 4]] /L [1 2 3 4] /QuadPoints [1 2 3 4 5 6 7 8] /A <</S /URI /URI ${plain(`${kind}: address`)}>> ${seed(kind)}>>`,
    ),
  )
  const windows = ['Text', 'Popup', 'FileAttachment'].map((kind) => {
    const sign = pdf.add(
      `<</Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources <</Font <</F1 ${helvetica}>>>>>>`,
      `BT /F1 9 Tf (${bare(`${kind}: its sign`)}) Tj ET`,
    )
    return pdf.add(`<</Type /Annot /Subtype /${kind} /Rect [200 300 220 320] /AP <</N ${sign}>>>>`)
  })
  const hiddenNote = pdf.add(
    `<</Type /Annot /Subtype /FreeText /F 2 /Rect [1 1 9 9] /DA (0 g) /Contents ${plain('annotation that is hidden')}>>`,
  )
  pdf.fill(
    page,
    `<</Type /Page /Parent ${pages} /MediaBox [0 0 400 800] /Contents ${contents} /Annots [${[widget, signature, ...annotations, ...windows, hiddenNote].join(' ')}] /Tabs /S /StructParents 0 /Thumb ${pdf.add('<</Width 1 /Height 1>>', bare('page: thumbnail'))} /AA <</O <</S /JavaScript /JS ${plain('page: script')}>>>> /B [<</T <</I <</Title ${plain('page: bead')}>>>>>>] /SeparationInfo <</DeviceColorant ${plain('page: separation')}>> /VP [<</Name ${plain('page: viewport')}>>] /Dur 1 /PresSteps <</NA ${plain('page: steps')}>> ${metadata('page')} ${own('page')} /Resources <</Font <</${fontName} ${helvetica} /Embedded ${embedded}>> /XObject <</Picture ${picture} /Jpx ${jpx} /Flate ${flate} /Post ${ps} /Form ${inner} /Hidden ${hiddenForm} /Unused ${unused}>> /ExtGState <</G ${state}>> /ColorSpace <</Spot [/Separation /${spot} /DeviceRGB ${tint}] /ICC [/ICCBased ${icc}]>> /Shading <</Shade ${shading}>> /Pattern <</Tile ${tiling}>> /Properties <</P1 <</ActualText ${plain('resource: property list')} /Title ${plain('resource: property title')}>> /Off ${hiddenLayer} /On ${shownLayer}>> /ProcSet [/PDF /${bare('resource: procedure set')}]>>>>`,
  )
  pdf.fill(pages, `<</Type /Pages /Kids [${page}] /Count 1 /Own ${plain('pages: private key')}>>`)
  const attachment = pdf.add('<</Type /EmbeddedFile /Params <</ModDate (D:2026)>>>>', bare('attachment: content'))
  const outline = pdf.add(`<</Title ${wide('outline: title')} /Dest [${page} /Fit]>>`)
  const info = pdf.reserve()
  const root = pdf.add(
    `<</Type /Catalog /Pages ${pages} /Lang ${plain('catalog: language')} /OpenAction <</S /JavaScript /JS ${plain('catalog: script')}>> /AA <</WC <</JS ${plain('catalog: closing script')}>>>> /URI <</Base ${plain('catalog: base address')}>> /Names <</EmbeddedFiles <</Names [${plain('attachment: key')} <</F ${plain('attachment: file')} /UF ${wide('attachment: wide name')} /Desc ${plain('attachment: description')} /EF <</F ${attachment}>>>>]>> /JavaScript <</Names [${plain('script: name')} <</JS ${plain('script: text')}>>]>> /Dests <</Names [${plain('destination: name')} [${page} /Fit]]>>>> /Dests <</D_${bare('destination: old name')} [${page} /Fit]>> /Outlines <</First ${outline} /Last ${outline} /Count 1>> /PageLabels <</Nums [0 <</P ${plain('page label')}>>]>> /ViewerPreferences <</Own ${plain('viewer preferences')}>> /Threads [<</I <</Author ${plain('thread: author')}>>>>] /OutputIntents [<</OutputCondition ${plain('output intent')} /Info ${plain('output intent: info')}>>] /StructTreeRoot <</Type /StructTreeRoot /K <</S /Figure /Alt ${wide('structure: alternative text')} /ActualText ${plain('structure: actual text')} /T ${plain('structure: title')} /ID ${plain('structure: ID')}>> /RoleMap <</R_${bare('structure: role')} /P>>>> /MarkInfo <</Marked true /Own ${plain('mark info')}>> /SpiderInfo <</C ${plain('spider info')}>> /Legal <</Attestation ${plain('legal')}>> /Collection <</D ${plain('collection')}>> /Perms <</DocMDP <</Name ${plain('permissions')}>>>> /Extensions <</Own <</URL ${plain('extensions')}>>>> /AcroForm <</Fields [${widget} ${signature}] /XFA [(template) ${pdf.add('<<>>', `<xfa>${bare('XFA')}</xfa>`)}] /DA (/Helv 0 Tf 0 g) /Own ${plain('form: private key of all fields')}>> /OCProperties <</OCGs [${hiddenLayer} ${shownLayer}] /D <</Name ${plain('layers: configuration')} /Creator ${plain('layers: creator')} /OFF [${hiddenLayer}] /Order [${plain('layers: label')} ${hiddenLayer}]>>>> ${metadata('catalog')} ${own('catalog')}>>`,
  )
  pdf.fill(
    info,
    `<<${['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'Company'].map((key) => `/${key} ${key === 'Author' ? wide(`info: ${key}`) : plain(`info: ${key}`)}`).join(' ')}>>`,
  )
  pdf.add(`<</Type /Note /Text ${plain('object that nothing refers to')}>>`)
  const filled = pdf.finish(root, {
    trailer: `/Info ${info} /ID [${plain('file ID')} <00>] /Own ${plain('trailer: private key')}`,
    replaced: { [contents]: `<</Earlier ${plain('earlier version')}>>` },
  })
  return { content: Buffer.concat([filled, Buffer.from(`% ${bare('after the end')}\n`)]), places }
}

test('nothing is left of what stands anywhere but on the pages', async () => {
  const { content, places } = await planted()
  expect((await placesIn(content, places)).toSorted()).toEqual([...places.values()].toSorted())
  expect(places.size).toBeGreaterThanOrEqual(160)
  const copy = Buffer.from(await cleanPdf(content))
  expect(await placesIn(copy, places)).toEqual([])
  expect((await readPdfText(copy)).replaceAll(/\s/g, '')).toBe('LessononeShownlayerATypedTypedSeenDraft')
})

test('objects that are compressed together are left out too', async () => {
  const pdf = createPdfBuilder()
  const { places, plain, wide } = createCanaries()
  const pages = pdf.reserve()
  const contents = pdf.add('<<>>', 'BT /F1 12 Tf 20 100 Td (Lesson) Tj ET')
  const font = pdf.add('<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>')
  const page = pdf.add(
    `<</Type /Page /Parent ${pages} /MediaBox [0 0 200 200] /Contents ${contents} /Resources <</Font <</F1 ${font}>>>> /Own ${plain('page')}>>`,
  )
  pdf.fill(pages, `<</Type /Pages /Kids [${page}] /Count 1>>`)
  pdf.add(`<</Unused ${wide('object that nothing refers to')}>>`)
  const content = pdf.packed(pdf.add(`<</Type /Catalog /Pages ${pages} /Lang ${plain('catalog')}>>`))
  expect(await placesIn(content, places)).toEqual([...places.values()])
  const copy = Buffer.from(await cleanPdf(content))
  expect(await placesIn(copy, places)).toEqual([])
  expect(await readPdfText(copy)).toBe('Lesson')
})
