import type { CopyLoss } from '@lectern/contract/works/file-findings.ts'
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter, type FileEntry } from '@zip.js/zip.js'
import { SlideCleaner, type Links } from './slide-cleaner.ts'
import {
  commentRelations,
  diagramDrawing,
  diagramDrawingRelation,
  impliedRelations,
  keptParts,
  mediaRelations,
  prefixes,
} from './slide-allowlist.ts'
import { readSlides, type Relation, type SlidesPackage, type SlidesPart } from './slides-package.ts'
import { attributeOf, findElement, writeXml, type XmlElement } from './xml-tree.ts'

/** Nothing in the copy tells when it was made. */
const noTime = new Date(1980, 0, 1)

interface WrittenRelation {
  id: string
  type: string
  target: string
}

interface WrittenPart {
  path: string
  contentType: string
  xml: string
  relations: WrittenRelation[]
}

const element = (namespace: string, name: string, values: Readonly<Record<string, string>>): XmlElement => ({
  namespace,
  name,
  attributes: Object.entries(values).map(([key, value]) => ({ namespace: '', name: key, value })),
  children: [],
})

const relationsNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
const typesNamespace = 'http://schemas.openxmlformats.org/package/2006/content-types'

const writeList = (namespace: string, name: string, children: XmlElement[]): string =>
  writeXml({ ...element(namespace, name, {}), children }, new Map([[namespace, '']]))

const writeRelations = (list: readonly WrittenRelation[]): string =>
  writeList(
    relationsNamespace,
    'Relationships',
    list.map(({ id, type, target }) =>
      element(relationsNamespace, 'Relationship', { Id: id, Type: type, Target: `/${target}` }),
    ),
  )

const relationsPathOf = (path: string): string => path.replace(/([^/]*)$/, '_rels/$1.rels')

/** A presentation made anew of what may stay in another one. All parts get new names, and all relations new ids. */
class SlidesWriter {
  readonly #source: SlidesPackage
  readonly #cleaner = new SlideCleaner()
  readonly #paths = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #waiting: SlidesPart[] = []
  readonly parts: WrittenPart[] = []
  readonly mediaPaths = new Map<string, string>()
  readonly losses: CopyLoss[] = []

  constructor(source: SlidesPackage) {
    this.#source = source
    this.#pathOf(source.main, 'ppt/presentation')
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#write(next)
  }

  readonly #lose = (loss: CopyLoss): void => {
    this.losses.push(loss)
  }

  #number(stem: string): number {
    const number = (this.#counts.get(stem) ?? 0) + 1
    this.#counts.set(stem, number)
    return number
  }

  #pathOf(part: SlidesPart, stem: string): string {
    const pathBefore = this.#paths.get(part.path)
    if (pathBefore !== undefined) return pathBefore
    const isSingle = stem === 'ppt/presentation' || stem === 'ppt/tableStyles'
    const path = `${stem}${isSingle ? '' : this.#number(stem)}.xml`
    this.#paths.set(part.path, path)
    this.#waiting.push(part)
    return path
  }

  #mediaPath(target: string): string | undefined {
    const clean = this.#source.media.get(target)
    if (!clean) {
      const ending = /\.([a-z\d]{1,5})$/i.exec(target)?.[1] ?? '?'
      this.#lose({ kind: 'media', type: ending.toUpperCase() })
      return undefined
    }
    const path = this.mediaPaths.get(target) ?? `ppt/media/media${this.#number('media')}.${clean.extension}`
    this.mediaPaths.set(target, path)
    return path
  }

  #targetOf({ type, target, isExternal }: Relation): string | undefined {
    if (isExternal) {
      if (mediaRelations.has(type)) this.#lose({ kind: 'linkedMedia' })
      return undefined
    }
    if (mediaRelations.has(type)) return this.#mediaPath(target)
    const kind = keptParts[type]
    const part = kind && this.#source.parts.get(target)
    if (kind && !part) this.#lose({ kind: 'objects' })
    return part && kind && this.#pathOf(part, kind.path)
  }

  /** How the relations of a part look to the one that is written, which may be another. */
  #linksOf(part: SlidesPart, relations: WrittenRelation[], lose: Links['lose']): Links {
    const find = (id: string): Relation | undefined => part.relations.find((one) => one.id === id)
    return {
      find,
      lose,
      link: (id, type) => {
        const relation = find(id)
        const target = relation && this.#targetOf(relation)
        if (!relation || target === undefined) return undefined
        return this.#relate(relations, type ?? relation.type, target)
      },
      findDiagram: (data) => {
        const drawingPart = this.#diagramDrawing(part, data)
        return drawingPart && { root: drawingPart.root, links: this.#linksOf(drawingPart, relations, lose) }
      },
    }
  }

  #relate(links: WrittenRelation[], type: string, target: string): string {
    const link = links.find((one) => one.type === type && one.target === target)
    if (link) return link.id
    const id = `rId${links.length + 1}`
    links.push({ id, type, target })
    return id
  }

  #diagramDrawing(part: SlidesPart, data: string): SlidesPart | undefined {
    const dataTarget = part.relations.find(({ id }) => id === data)?.target
    const dataPart = dataTarget === undefined ? undefined : this.#source.parts.get(dataTarget)
    const extension = dataPart && findElement(dataPart.root, diagramDrawing, 'dataModelExt')
    const id = extension && attributeOf(extension, 'relId')
    const drawings = part.relations.filter(({ type }) => type === diagramDrawingRelation)
    const relation = drawings.find((one) => one.id === id) ?? (drawings.length === 1 ? drawings[0] : undefined)
    return relation && this.#source.parts.get(relation.target)
  }

  #write(part: SlidesPart): void {
    const path = this.#paths.get(part.path)!
    const relations: WrittenRelation[] = []
    const root = this.#cleaner.clean(part.root, this.#linksOf(part, relations, this.#lose))
    if (!root) throw new Error(`The part ${path} is of a kind that is not known`)
    for (const relation of part.relations) {
      if (commentRelations.has(relation.type)) this.#lose({ kind: 'comments' })
      if (!impliedRelations.has(relation.type) || relation.isExternal) continue
      // Slides that are in no list of slides, and pages of notes without a slide, are left out.
      const isReached = this.#paths.has(relation.target) || !relation.type.endsWith('/slide')
      const target = isReached ? this.#targetOf(relation) : undefined
      if (target !== undefined) this.#relate(relations, relation.type, target)
    }
    this.parts.push({ path, contentType: part.contentType, xml: writeXml(root, prefixes), relations })
  }
}

const typesOf = (parts: readonly WrittenPart[], extensions: ReadonlyMap<string, string>): string =>
  writeList(typesNamespace, 'Types', [
    element(typesNamespace, 'Default', {
      Extension: 'rels',
      ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
    }),
    element(typesNamespace, 'Default', { Extension: 'xml', ContentType: 'application/xml' }),
    ...[...extensions].map(([Extension, ContentType]) =>
      element(typesNamespace, 'Default', { Extension, ContentType }),
    ),
    ...parts.map(({ path, contentType }) =>
      element(typesNamespace, 'Override', { PartName: `/${path}`, ContentType: contentType }),
    ),
  ])

const mainRelation = Object.keys(keptParts)[0]!

export interface CopyTrial {
  /** What a copy of these slides cannot contain. */
  losses: CopyLoss[]
  /** What its drawings and films show in letters, by their path. */
  mediaTexts: ReadonlyMap<string, string>
}

/** Tells about a copy of these slides without making it. */
export const tryCopy = async (entries: readonly FileEntry[]): Promise<CopyTrial> => {
  const source = await readSlides(entries, { isTrial: true })
  const { losses, mediaPaths } = new SlidesWriter(source)
  return { losses, mediaTexts: new Map([...mediaPaths.keys()].map((path) => [path, source.media.get(path)!.text])) }
}

/** The same slides, made anew of what may stay in them. */
export const copySlides = async (entries: readonly FileEntry[]): Promise<Uint8Array> => {
  const source = await readSlides(entries, { isTrial: false })
  const { parts, mediaPaths } = new SlidesWriter(source)
  const zip = new ZipWriter(new Uint8ArrayWriter(), { lastModDate: noTime, extendedTimestamp: false })
  const addText = (path: string, text: string) => zip.add(path, new TextReader(text))
  const media = [...mediaPaths].map(([from, path]) => ({ path, ...source.media.get(from)! }))
  const extensions = new Map(media.map(({ extension, contentType }) => [extension, contentType]))
  await addText('[Content_Types].xml', typesOf(parts, extensions))
  await addText('_rels/.rels', writeRelations([{ id: 'rId1', type: mainRelation, target: 'ppt/presentation.xml' }]))
  for (const { path, xml, relations } of parts) {
    await addText(path, xml)
    if (relations.length > 0) await addText(relationsPathOf(path), writeRelations(relations))
  }
  for (const { path, content } of media) await zip.add(path, new Uint8ArrayReader(content), { level: 0 })
  return zip.close()
}
