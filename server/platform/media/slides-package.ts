import type { FileEntry } from '@zip.js/zip.js'
import { diagramDataRelation, diagramDrawingRelation, keptParts, mediaRelations, relations } from './slide-allowlist.ts'
import { cleanMedia, type CleanMedia } from './slide-media.ts'
import { attributeOf, decodeXml, elementsOf, parseXml, type XmlElement } from './xml-tree.ts'
import { unpack } from './zip-source.ts'

/** A part of text in an office file that is longer is not what somebody typed. */
export const maxPartBytes = 20_000_000
/** Films and photos in slides are cleaned in memory. */
const maxMediaBytes = 300_000_000

export interface Relation {
  id: string
  type: string
  isExternal: boolean
  /** The path of a part in the archive, or an address outside. */
  target: string
}

export interface SlidesPart {
  path: string
  contentType: string
  relations: Relation[]
  root: XmlElement
}

/** What a presentation is made of, as far as it may stay: parts, and pictures, films and sounds that are clean already. */
export interface SlidesPackage {
  main: SlidesPart
  parts: ReadonlyMap<string, SlidesPart>
  /** Undefined: it cannot be cleaned. */
  media: ReadonlyMap<string, CleanMedia | undefined>
}

const resolvePath = (from: string, target: string): string => {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of decodeURI(target).split('/'))
    if (step === '..') base.pop()
    else if (step !== '' && step !== '.') base.push(step)
  return base.join('/')
}

const safely = (resolve: () => string): string => {
  try {
    return resolve()
  } catch {
    return ''
  }
}

/** Names of parts differ in nothing but case. */
const keyOf = (path: string): string => path.toLowerCase()

class PackageReader {
  readonly #entries: ReadonlyMap<string, FileEntry>
  #types: { defaults: ReadonlyMap<string, string>; parts: ReadonlyMap<string, string> } | undefined

  constructor(entries: readonly FileEntry[]) {
    this.#entries = new Map(entries.map((entry) => [keyOf(entry.filename), entry]))
  }

  async content(path: string, maxBytes = maxMediaBytes): Promise<Uint8Array | undefined> {
    const entry = this.#entries.get(keyOf(path))
    return entry && unpack(entry, maxBytes)
  }

  async xml(path: string): Promise<XmlElement | undefined> {
    const content = await this.content(path, maxPartBytes)
    return content && parseXml(decodeXml(content))
  }

  async typeOf(path: string): Promise<string | undefined> {
    this.#types ??= await this.#readTypes()
    const ending = /[^.]*$/.exec(path)![0].toLowerCase()
    return this.#types.parts.get(keyOf(path)) ?? this.#types.defaults.get(ending)
  }

  async relationsOf(path: string): Promise<Relation[]> {
    const at = path.lastIndexOf('/') + 1
    const root = await this.xml(`${path.slice(0, at)}_rels/${path.slice(at)}.rels`)
    return elementsOf(root ?? { namespace: '', name: '', attributes: [], children: [] }).map((element) => {
      const target = attributeOf(element, 'Target') ?? ''
      const isExternal = attributeOf(element, 'TargetMode') === 'External'
      return {
        id: attributeOf(element, 'Id') ?? '',
        type: attributeOf(element, 'Type') ?? '',
        isExternal,
        target: isExternal ? target : safely(() => resolvePath(path, target)),
      }
    })
  }

  async #readTypes() {
    const root = await this.xml('[Content_Types].xml')
    if (!root) throw new Error('The archive is no office document')
    const all = elementsOf(root)
    const typed = (name: string, key: string, from: (value: string) => string): Map<string, string> =>
      new Map(
        all
          .filter((one) => one.name === name)
          .map((one) => [from(attributeOf(one, key) ?? ''), attributeOf(one, 'ContentType') ?? '']),
      )
    return {
      defaults: typed('Default', 'Extension', (value) => value.toLowerCase()),
      parts: typed('Override', 'PartName', (value) => keyOf(value.replace(/^\//, ''))),
    }
  }
}

/** Diagrams are read for the shapes in them; their own parts do not stay. */
const readRelations: ReadonlySet<string> = new Set([
  ...Object.keys(keptParts),
  diagramDataRelation,
  diagramDrawingRelation,
])

/** Reads every part that may stay, beginning with the presentation itself. A trial tells only what can be cleaned. */
export const readSlides = async (
  entries: readonly FileEntry[],
  { isTrial }: { isTrial: boolean },
): Promise<SlidesPackage> => {
  const reader = new PackageReader(entries)
  const parts = new Map<string, SlidesPart>()
  const media = new Map<string, CleanMedia | undefined>()
  const waiting = (await reader.relationsOf('')).filter(({ type }) => type === `${relations}/officeDocument`)
  const [first] = waiting
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { type, target, isExternal } = next
    if (isExternal || parts.has(target) || media.has(target)) continue
    if (mediaRelations.has(type)) {
      const content = await reader.content(target)
      media.set(target, content && (await cleanMedia(content, isTrial)))
    } else if (readRelations.has(type)) {
      const contentType = await reader.typeOf(target)
      const wanted = keptParts[type]?.contentType
      const root = contentType !== undefined && (wanted ?? contentType) === contentType && (await reader.xml(target))
      if (!root) continue
      const own = await reader.relationsOf(target)
      parts.set(target, { path: target, contentType, relations: own, root })
      waiting.push(...own)
    }
  }
  const main = first && parts.get(first.target)
  if (!main) throw new Error('The archive has no presentation')
  return { main, parts, media }
}
