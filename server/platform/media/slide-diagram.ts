import { diagramDrawing, drawing, presentation } from './slide-allowlist.ts'
import { attributeOf, elementsOf, findElement, type XmlAttribute, type XmlElement, type XmlNode } from './xml-tree.ts'

const create = (
  namespace: string,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: XmlNode[] = [],
): XmlElement => ({
  namespace,
  name,
  attributes: Object.entries(attributes).map(([key, value]) => ({ namespace: '', name: key, value })),
  children,
})

interface Place {
  x: number
  y: number
  right: number
  bottom: number
}

const placeOf = (element: XmlElement | undefined): Place | undefined => {
  const [offset, size] = [
    element && findElement(element, drawing, 'off'),
    element && findElement(element, drawing, 'ext'),
  ]
  if (!element || !offset || !size || attributeOf(element, 'rot') !== undefined) return undefined
  const [x, y] = [Number(attributeOf(offset, 'x')), Number(attributeOf(offset, 'y'))]
  return { x, y, right: x + Number(attributeOf(size, 'cx')), bottom: y + Number(attributeOf(size, 'cy')) }
}

/** The text of a shape in a diagram has a place of its own; elsewhere that is a margin. */
const withMargins = (shape: XmlElement): void => {
  const body = findElement(shape, drawing, 'bodyPr')
  const properties = findElement(shape, diagramDrawing, 'spPr')
  const own = placeOf(properties && findElement(properties, drawing, 'xfrm'))
  const text = placeOf(findElement(shape, diagramDrawing, 'txXfrm'))
  if (!body || !own || !text) return
  const margins: Readonly<Record<string, number>> = {
    lIns: text.x - own.x,
    tIns: text.y - own.y,
    rIns: own.right - text.right,
    bIns: own.bottom - text.bottom,
  }
  const set = (name: string, more: number): XmlAttribute => {
    const sum = Math.round(Number(attributeOf(body, name) ?? 0) + more)
    return { namespace: '', name, value: String(Number.isFinite(sum) ? sum : 0) }
  }
  body.attributes = [
    ...body.attributes.filter(({ name }) => !(name in margins)),
    ...Object.entries(margins).map(([name, more]) => set(name, more)),
  ]
}

/** A shape of a diagram as a shape of a slide. */
const asShape = (element: XmlElement, nextId: () => string): XmlElement => {
  if (element.namespace !== diagramDrawing) return element
  if (element.name === 'sp') withMargins(element)
  const children = elementsOf(element)
    .filter(({ name }) => name !== 'txXfrm')
    .map((child) => asShape(child, nextId))
  if (element.name === 'cNvPr') return create(presentation, 'cNvPr', { id: nextId(), name: '' })
  if (element.name.startsWith('nv') && !children.some(({ name }) => name === 'nvPr'))
    children.push(create(presentation, 'nvPr'))
  const attributes = element.attributes.filter(({ name }) => name !== 'modelId')
  return { ...element, namespace: presentation, attributes, children }
}

/** Shapes of one frame are numbered apart from those of others. */
const idsPerFrame = 10_000

/** A group of the shapes that programs show for a diagram, in place of its frame. */
export const diagramShapes = (frame: XmlElement, root: XmlElement): XmlElement | undefined => {
  const tree = findElement(root, diagramDrawing, 'spTree')
  const place = findElement(frame, presentation, 'xfrm')
  const id = Number(attributeOf(findElement(frame, presentation, 'cNvPr') ?? frame, 'id'))
  const offset = place && findElement(place, drawing, 'off')
  const size = place && findElement(place, drawing, 'ext')
  if (!tree || !offset || !size || !Number.isInteger(id)) return undefined
  let last = (id + 1) * idsPerFrame
  const shapes = elementsOf(tree)
    .filter(({ namespace, name }) => namespace === diagramDrawing && (name === 'sp' || name === 'grpSp'))
    .map((shape) => asShape(shape, () => String((last += 1))))
  if (shapes.length === 0) return undefined
  const inner = { ...size, name: 'chExt' }
  const transform = create(drawing, 'xfrm', {}, [offset, size, create(drawing, 'chOff', { x: '0', y: '0' }), inner])
  return create(presentation, 'grpSp', {}, [
    create(presentation, 'nvGrpSpPr', {}, [
      create(presentation, 'cNvPr', { id: String(id), name: '' }),
      create(presentation, 'cNvGrpSpPr'),
      create(presentation, 'nvPr'),
    ]),
    create(presentation, 'grpSpPr', {}, [transform]),
    ...shapes,
  ])
}
