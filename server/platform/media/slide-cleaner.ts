import type { CopyLoss } from '@lectern/contract/works/file-findings.ts'
import { diagramShapes } from './slide-diagram.ts'
import {
  audioRelation,
  diagram,
  drawing,
  droppedElements,
  hyperlinkRelation,
  keptAction,
  keptExtensions,
  keptGraphics,
  prefixes,
  presentation,
  presentation2010,
  relations,
  videoRelation,
} from './slide-allowlist.ts'
import { guideNames, isAdjustment, isKeptValue, keptText } from './slide-values.ts'
import {
  attributeOf,
  compatibility,
  elementsOf,
  findElement,
  type XmlAttribute,
  type XmlElement,
  type XmlNode,
} from './xml-tree.ts'

/** The relations of the part that is read, as the part that is written sees them. */
export interface Links {
  /** The new id of a relation; undefined: it may not stay. `type`: as another type than it had. */
  link(id: string, type?: string): string | undefined
  /** The type of a relation, and whether it leads out of the file. */
  find(id: string): { type: string; isExternal: boolean } | undefined
  /** The drawing that programs have stored beside a diagram, with its own relations. */
  findDiagram(data: string): { root: XmlElement; links: Links } | undefined
  lose(loss: CopyLoss): void
}

/** Names that tie shapes of two slides together, for the transition that moves one to the other. */
const tied = /^!!/

/** Elements whose name is required. */
const namedElements: ReadonlySet<string> = new Set(['cNvPr', 'clrScheme', 'fontScheme', 'fmtScheme'])

/** Whether something of a picture is cut off: a part of its width or height, at any side. */
const isCropped = (element: XmlElement): boolean =>
  ['l', 't', 'r', 'b'].some((side) => Number.parseFloat(attributeOf(element, side) ?? '0') > 0)

const keyOf = ({ namespace, name }: XmlElement): string => `${prefixes.get(namespace) ?? ''}:${name}`

export class SlideCleaner {
  /** The same for all parts of a presentation. */
  readonly #tiedNames = new Map<string, string>()

  /** The element as it may stay. Undefined: it may not. */
  clean(element: XmlElement, links: Links): XmlElement | undefined {
    return this.#nodes(element, links)[0] as XmlElement | undefined
  }

  #nodes(element: XmlElement, links: Links): XmlNode[] {
    if (!prefixes.has(element.namespace) || droppedElements.has(element.name)) return []
    const key = keyOf(element)
    switch (key) {
      case 'mc:AlternateContent':
        return this.#alternatives(element, links)
      case 'p:graphicFrame':
      case 'cdr:graphicFrame':
        return this.#frame(element, links)
      case 'p:controls':
      case 'p:contentPart':
      case 'p14:contentPart':
        links.lose({ kind: 'objects' })
        return []
      case 'p:graphicEl':
        // A part of a diagram, which becomes shapes.
        return findElement(element, drawing, 'dgm') ? [] : this.#plain(element, links)
      case 'a:hlinkClick':
      case 'a:hlinkHover':
      case 'a:hlinkMouseOver':
        return this.#hyperlink(element, links)
      case 'a:custGeom':
        return [this.#geometry(element, guideNames(element))]
      case 'a:gd':
        return this.#adjustment(element)
      case 'a:blip':
        return this.#picture(element, links)
      case 'a:srcRect':
        if (isCropped(element)) links.lose({ kind: 'croppedPictures' })
        return this.#plain(element, links)
    }
    if (element.name === 'ext' && attributeOf(element, 'uri') !== undefined) return this.#extension(element, links)
    if (element.name === 'nvPr') return this.#properties(element, links)
    return this.#plain(element, links)
  }

  #children(element: XmlElement, links: Links): XmlNode[] {
    const key = keyOf(element)
    return element.children.flatMap((child): XmlNode[] => {
      if (typeof child !== 'string') return this.#nodes(child, links)
      const text = keptText(key, child)
      return text === '' ? [] : [text]
    })
  }

  #plain(element: XmlElement, links: Links): XmlNode[] {
    const attributes = this.#attributes(element, links)
    if (!attributes) return []
    const children = this.#children(element, links)
    const isEmptied = children.length === 0 && element.children.length > 0
    // Lists of what was dropped.
    if (isEmptied && (element.name === 'extLst' || element.name === 'bldLst')) return []
    return [{ ...element, attributes, children }]
  }

  /** Undefined: the element is about a relation that may not stay. */
  #attributes(element: XmlElement, links: Links): XmlAttribute[] | undefined {
    const cleanAttributes: XmlAttribute[] = []
    for (const one of element.attributes) {
      if (one.namespace === relations) {
        const id = one.value === '' ? '' : this.#link(links, one.value)
        if (id === undefined) return undefined
        cleanAttributes.push({ ...one, value: id })
      } else if (this.#isKept(one)) cleanAttributes.push(one)
    }
    return this.#named(element, cleanAttributes)
  }

  #isKept({ namespace, name, value }: XmlAttribute): boolean {
    if (name === 'name' || name === 'styleName') return false
    if (prefixes.get(namespace) === 'm') return Array.from(value).length <= 2 || isKeptValue(name, value)
    if (namespace.endsWith('/XML/1998/namespace')) return name === 'space'
    return (namespace === '' || prefixes.has(namespace)) && namespace !== compatibility && isKeptValue(name, value)
  }

  #named(element: XmlElement, kept: XmlAttribute[]): XmlAttribute[] {
    const isStyle = element.name === 'tblStyle'
    if (!isStyle && !namedElements.has(element.name)) return kept
    const ownName = attributeOf(element, 'name') ?? ''
    const value = tied.test(ownName) ? this.#tiedName(ownName) : ''
    return [...kept, { namespace: '', name: isStyle ? 'styleName' : 'name', value }]
  }

  #tiedName(name: string): string {
    const tiedName = this.#tiedNames.get(name) ?? `!!${this.#tiedNames.size + 1}`
    this.#tiedNames.set(name, tiedName)
    return tiedName
  }

  #link(links: Links, id: string): string | undefined {
    const linked = links.link(id)
    if (linked !== undefined) return linked
    const relation = links.find(id)
    if (relation?.type === hyperlinkRelation) links.lose({ kind: 'links' })
    return undefined
  }

  /** Each choice stands for itself; one that would lose something is left to the others. */
  #alternatives(element: XmlElement, links: Links): XmlNode[] {
    const choices: XmlNode[] = []
    let refused: CopyLoss[] = []
    for (const choice of elementsOf(element).filter(({ name }) => name === 'Choice')) {
      const needed = (attributeOf(choice, 'Requires') ?? '').split(' ')
      const losses: CopyLoss[] = []
      const namespaces = needed.map((namespace) => prefixes.get(namespace))
      const children = namespaces.includes(undefined)
        ? []
        : this.#children(choice, {
            ...links,
            // What is cut off is there in each of them.
            lose: (loss) => (loss.kind === 'croppedPictures' ? links.lose(loss) : losses.push(loss)),
          })
      if (losses.length > 0) refused = losses
      if (losses.length > 0 || !children.some((child) => typeof child !== 'string')) continue
      choices.push({
        ...choice,
        attributes: [{ namespace: '', name: 'Requires', value: namespaces.join(' ') }],
        children,
      })
    }
    const fallback = elementsOf(element).find(({ name }) => name === 'Fallback')
    const rest = fallback ? this.#children(fallback, links) : []
    if (choices.length === 0 && !fallback) for (const loss of refused) links.lose(loss)
    if (choices.length === 0) return rest
    return [
      {
        ...element,
        attributes: [],
        children: [...choices, ...(fallback ? [{ ...fallback, attributes: [], children: rest }] : [])],
      },
    ]
  }

  /** Tables and charts stay; a diagram becomes its shapes, and an embedded document the picture of it. */
  #frame(element: XmlElement, links: Links): XmlNode[] {
    const data = findElement(element, drawing, 'graphicData')
    const uri = data && attributeOf(data, 'uri')
    if (uri === diagram) return this.#diagram(element, links)
    if (uri !== undefined && keptGraphics.has(uri)) {
      const frame = this.#plain(element, links)
      const graphics = frame.flatMap((one) =>
        typeof one === 'string' ? [] : [findElement(one, drawing, 'graphicData')],
      )[0]
      if (!graphics?.children.some((child) => typeof child !== 'string')) {
        links.lose({ kind: 'objects' })
        return []
      }
      graphics.attributes.push({ namespace: '', name: 'uri', value: uri })
      return frame
    }
    const picture = findElement(element, presentation, 'pic')
    const number = attributeOf(findElement(element, presentation, 'cNvPr') ?? element, 'id')
    if (!picture || number === undefined || !findElement(picture, drawing, 'blip')) {
      links.lose({ kind: 'objects' })
      return []
    }
    links.lose({ kind: 'objectsAsPictures' })
    const elements = this.#plain(picture, links)
    const named = elements.flatMap((one) =>
      typeof one === 'string' ? [] : [findElement(one, presentation, 'cNvPr')],
    )[0]
    // Animations refer to the frame.
    if (named)
      named.attributes = [
        { namespace: '', name: 'id', value: number },
        { namespace: '', name: 'name', value: '' },
      ]
    return elements
  }

  #diagram(element: XmlElement, links: Links): XmlNode[] {
    const ids = findElement(element, diagram, 'relIds')
    const data = ids && attributeOf(ids, 'dm', relations)
    const drawn = data === undefined ? undefined : links.findDiagram(data)
    const group = drawn && diagramShapes(element, drawn.root)
    if (!group) {
      links.lose({ kind: 'objects' })
      return []
    }
    return this.#plain(group, drawn.links)
  }

  #hyperlink(element: XmlElement, links: Links): XmlNode[] {
    const action = attributeOf(element, 'action')
    const id = attributeOf(element, 'id', relations) ?? ''
    const isKnown = action !== undefined && keptAction.test(action)
    const linked = id === '' ? (isKnown ? '' : undefined) : this.#link(links, id)
    if (linked === undefined || (action !== undefined && !isKnown)) {
      if (id === '' && action !== undefined) links.lose({ kind: 'links' })
      return []
    }
    const keptAttributes = element.attributes.filter(
      ({ namespace, name, value }) =>
        namespace === '' && ['highlightClick', 'endSnd', 'history'].includes(name) && isKeptValue(name, value),
    )
    const attributes = [
      { namespace: relations, name: 'id', value: linked },
      ...(action === undefined ? [] : [{ namespace: '', name: 'action', value: action }]),
      ...keptAttributes,
    ]
    return [{ ...element, attributes, children: this.#children(element, links) }]
  }

  /** A picture that is embedded and linked is shown as embedded. */
  #picture(element: XmlElement, links: Links): XmlNode[] {
    const embedded = attributeOf(element, 'embed', relations)
    const attributes = element.attributes.filter(
      ({ namespace, name }) => namespace !== relations || (name === 'embed' && embedded !== ''),
    )
    if (!embedded && attributeOf(element, 'link', relations)) links.lose({ kind: 'linkedMedia' })
    return this.#plain({ ...element, attributes }, links)
  }

  /** Films are named twice: for earlier programs by a link, which may lead elsewhere, and for later ones as embedded. */
  #properties(element: XmlElement, links: Links): XmlNode[] {
    const media = findElement(element, presentation2010, 'media')
    const embedded = media && attributeOf(media, 'embed', relations)
    const children = element.children.flatMap((child): XmlNode[] => {
      if (typeof child === 'string') return []
      const relation = links.find(attributeOf(child, 'link', relations) ?? '')
      const isFilm = ['videoFile', 'audioFile', 'quickTimeFile'].includes(child.name)
      if (!isFilm || (relation && !relation.isExternal)) return this.#nodes(child, links)
      if (embedded === undefined) links.lose({ kind: 'linkedMedia' })
      const type = child.name === 'audioFile' ? audioRelation : videoRelation
      const value = embedded === undefined ? undefined : links.link(embedded, type)
      if (value === undefined) return []
      return [{ ...child, attributes: [{ namespace: relations, name: 'link', value }], children: [] }]
    })
    return [{ ...element, attributes: this.#attributes(element, links) ?? [], children }]
  }

  #extension(element: XmlElement, links: Links): XmlNode[] {
    const uri = attributeOf(element, 'uri')!
    if (!keptExtensions.has(uri)) return []
    const children = this.#children(element, links)
    if (!children.some((child) => typeof child !== 'string')) return []
    return [{ ...element, attributes: [{ namespace: '', name: 'uri', value: uri }], children }]
  }

  #geometry(element: XmlElement, rename: (value: string) => string): XmlElement {
    const attributes = element.attributes.flatMap(({ namespace, name, value }): XmlAttribute[] => {
      if (namespace !== '') return []
      const isWord = ['fill', 'stroke', 'extrusionOk'].includes(name)
      if (isWord) return isKeptValue(name, value) ? [{ namespace, name, value }] : []
      return [{ namespace, name, value: rename(value) }]
    })
    const children = elementsOf(element)
      .filter(({ namespace, name }) => namespace === drawing && name !== 'extLst')
      .map((child) => this.#geometry(child, rename))
    return { ...element, attributes, children }
  }

  #adjustment(element: XmlElement): XmlNode[] {
    const [name, formula] = [attributeOf(element, 'name') ?? '', attributeOf(element, 'fmla') ?? '']
    if (!isAdjustment(name, formula)) return []
    return [
      {
        ...element,
        attributes: [
          { namespace: '', name: 'name', value: name },
          { namespace: '', name: 'fmla', value: formula },
        ],
        children: [],
      },
    ]
  }
}
