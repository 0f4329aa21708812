import { Uint8ArrayWriter } from '@zip.js/zip.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { Canaries } from '../../testing/canaries.ts'
import { pngWithCanaries } from '../../testing/canary-pictures.ts'
import { slidesWithCanaries, typedTexts } from '../../testing/canary-slides.ts'
import { zipOf } from '../../testing/document-samples.ts'
import { countedSource, mediaSample } from '../../testing/media-samples.ts'
import { presentationParts, textShape } from '../../testing/presentation-parts.ts'
import { cleanOffice, readOffice } from './office.ts'
import { attributeOf, decodeXml, elementsOf, parseXml } from './xml-tree.ts'
import { openZip } from './zip-source.ts'

const filesOf = async (content: Uint8Array): Promise<Map<string, Uint8Array>> => {
  const files = new Map<string, Uint8Array>()
  for (const entry of await openZip(countedSource(content)))
    files.set(entry.filename, await entry.getData(new Uint8ArrayWriter(), { checkCrc32: true }))
  return files
}

/** Every byte of an archive, the archives within it included. */
const unpackedBytes = async (content: Uint8Array): Promise<Buffer> => {
  const pieces: Uint8Array[] = [content]
  for (const [name, inner] of await filesOf(content)) {
    pieces.push(Buffer.from(name), inner)
    if (inner[0] === 0x50 && inner[1] === 0x4b) pieces.push(await unpackedBytes(inner))
  }
  return Buffer.concat(pieces)
}

describe('a copy of slides', () => {
  const canaries = new Canaries('ppt')
  let original: Buffer
  let copy: Uint8Array
  let files: Map<string, Uint8Array>
  beforeAll(async () => {
    original = await slidesWithCanaries(canaries)
    copy = await cleanOffice(countedSource(original))
    files = await filesOf(copy)
  })

  test('has nothing that may not stay', async () => {
    const places = [...canaries.places.values()]
    expect(canaries.in(await unpackedBytes(original))).toEqual(places)
    expect(places.filter((place) => place.startsWith('PPTX')).length).toBeGreaterThan(80)
    expect(canaries.in(await unpackedBytes(copy))).toEqual([])
  })

  test('has all texts that the team has typed', () => {
    const xml = [...files].flatMap(([name, content]) => (name.endsWith('.xml') ? [decodeXml(content)] : [])).join('')
    expect(typedTexts.filter((text) => !xml.includes(text))).toEqual([])
  })

  test('has parts whose types and relations fit together', () => {
    const types = elementsOf(parseXml(decodeXml(files.get('[Content_Types].xml')!)))
    const named = types.filter(({ name }) => name === 'Override').map((one) => attributeOf(one, 'PartName')!.slice(1))
    const endings = types.filter(({ name }) => name === 'Default').map((one) => attributeOf(one, 'Extension')!)
    const parts = [...files.keys()].filter((name) => name !== '[Content_Types].xml' && !name.endsWith('.rels'))
    expect(parts.filter((name) => name.endsWith('.xml')).toSorted()).toEqual(named.toSorted())
    expect(parts.filter((name) => !endings.includes(name.split('.').at(-1)!))).toEqual([])
    const reached = new Set<string>()
    for (const [name, content] of files) {
      if (!name.endsWith('.rels')) continue
      const part = name.replace('_rels/', '').replace(/\.rels$/, '')
      const relations = elementsOf(parseXml(decodeXml(content)))
      for (const relation of relations) {
        expect(attributeOf(relation, 'TargetMode')).toBeUndefined()
        reached.add(attributeOf(relation, 'Target')!.slice(1))
      }
      const ids = new Set(relations.map((relation) => attributeOf(relation, 'Id')))
      const used = [...decodeXml(files.get(part) ?? new Uint8Array()).matchAll(/ r:\w+="([^"]+)"/g)].map(([, id]) => id)
      expect(used.filter((id) => !ids.has(id))).toEqual([])
    }
    expect([...reached].toSorted()).toEqual(parts.toSorted())
  })

  test('tells no time', async () => {
    for (const { lastModDate } of await openZip(countedSource(copy))) expect(lastModDate).toEqual(new Date(1980, 0, 1))
  })

  test('is the same however often it is copied', async () => {
    expect(await filesOf(await cleanOffice(countedSource(copy)))).toEqual(files)
  })

  test('loses links, comments and what only an embedded document contains, and tells so', async () => {
    const { losses } = await readOffice(countedSource(original))
    expect(losses?.map(({ kind }) => kind).toSorted()).toEqual(['comments', 'links', 'objectsAsPictures'])
    expect((await readOffice(countedSource(copy))).losses).toBeUndefined()
  })
})

const blip = (attributes: string): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="3" name=""/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip ${attributes}/></p:blipFill><p:spPr/></p:pic>`

describe('what cannot be copied is named', () => {
  const lossesOf = async (given: Parameters<typeof presentationParts>[0]) =>
    (await readOffice(countedSource(await zipOf(presentationParts(given))))).losses

  test('a picture that is fetched from elsewhere', async () => {
    const relation = { id: 'rId9', type: 'image', target: 'https://example.org/a.png', isExternal: true }
    expect(await lossesOf({ slides: [blip('r:link="rId9"')], slideRelations: [[relation]] })).toEqual([
      { kind: 'linkedMedia' },
    ])
  })

  test('a film of a type that cannot be cleaned', async () => {
    const relation = { id: 'rId9', type: 'image', target: '../media/a.wmv' }
    const parts = { 'ppt/media/a.wmv': await mediaSample('lesson.mkv') }
    expect(await lossesOf({ slides: [blip('r:embed="rId9"')], slideRelations: [[relation]], parts })).toEqual([
      { kind: 'media', type: 'WMV' },
    ])
  })

  test('what is cut off from a picture, which stays in it', async () => {
    const relation = { id: 'rId9', type: 'image', target: '../media/a.png' }
    const parts = { 'ppt/media/a.png': await pngWithCanaries(new Canaries('crop')) }
    const cropped = (sides: string) =>
      lossesOf({
        slides: [blip('r:embed="rId9"').replace('</p:blipFill>', `<a:srcRect ${sides}/></p:blipFill>`)],
        slideRelations: [[relation]],
        parts,
      })
    expect(await cropped('l="12500"')).toEqual([{ kind: 'croppedPictures' }])
    expect(await cropped('t="0" b="-2000"')).toBeUndefined()
  })

  test('an object without a picture', async () => {
    const frame =
      '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name=""/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri="urn:strange"/></a:graphic></p:graphicFrame>'
    expect(await lossesOf({ slides: [textShape(2, ['a']) + frame] })).toEqual([{ kind: 'objects' }])
  })
})

test('attributes that another program has added are left out of the copy', async () => {
  const shape = textShape(2, ['a']).replace('<p:sp>', '<p:sp xmlns:own="urn:own" own:number="271828" own:mark="true">')
  const slides = await zipOf(presentationParts({ slides: [shape] }))
  expect(decodeXml((await filesOf(slides)).get('ppt/slides/slide1.xml')!)).toContain('271828')
  const copied = decodeXml((await filesOf(await cleanOffice(countedSource(slides)))).get('ppt/slides/slide1.xml')!)
  expect([copied.includes('<p:sp>'), copied.includes('urn:own'), copied.includes('271828')]).toEqual([
    true,
    false,
    false,
  ])
})

test('what is no presentation, or declares entities, has no copy', async () => {
  await expect(cleanOffice(countedSource(await zipOf({ 'a.txt': 'a' })))).rejects.toThrow('no presentation')
  const parts = { 'ppt/theme/theme1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }
  await expect(cleanOffice(countedSource(await zipOf(presentationParts({ slides: [''], parts }))))).rejects.toThrow(
    'declares a type',
  )
})
