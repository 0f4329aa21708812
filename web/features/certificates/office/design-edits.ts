import type { CertificateDesign, DesignElement } from '@lectern/contract/certificates/certificate-designs.ts'
import {
  mergeFields,
  pageMeasures,
  smallestText,
  stampOver,
  stampSide,
  type Box,
  type MergeField,
} from '@lectern/contract/certificates/certificate-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'

/** Nearer than this, an edge or a centre snaps to another one. */
const snapDistance = 1.5
/** Distance from the edge of the page to which boxes snap. */
const margin = 15
const smallest = 2

/** To tenths of a millimetre: finer nobody sees on paper. */
const rounded = (value: number): number => Math.round(value * 10) / 10

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

/** A box that lies on the page. */
export const onPage = ({ page }: CertificateDesign, box: Box): Box => {
  const { width, height } = pageMeasures(page)
  const [w, h] = [between(box.width, smallest, width), between(box.height, 0.1, height)]
  return {
    x: rounded(between(box.x, 0, width - w)),
    y: rounded(between(box.y, 0, height - h)),
    width: rounded(w),
    height: rounded(h),
  }
}

/** Lines that a box has snapped to. */
export interface Guides {
  x: number | undefined
  y: number | undefined
}

/** The shift by which one of the places meets one of the lines, the smallest one first. */
const shiftTo = (places: readonly number[], lines: readonly number[]): { shift: number; line: number } | undefined =>
  places
    .flatMap((place) => lines.map((line) => ({ shift: line - place, line })))
    .filter(({ shift }) => Math.abs(shift) <= snapDistance)
    .toSorted((one, other) => Math.abs(one.shift) - Math.abs(other.shift))[0]

/** Moves a box to the page's middle and margins, or to the edges and middles of other elements, if it is near one. */
export const snap = (design: CertificateDesign, id: string, box: Box): { box: Box; guides: Guides } => {
  const { width, height } = pageMeasures(design.page)
  const others = design.elements.filter((element) => element.id !== id)
  const linesOf = (start: 'x' | 'y', length: 'width' | 'height', end: number): number[] => [
    end / 2,
    margin,
    end - margin,
    ...others.flatMap((other) => [other[start], other[start] + other[length] / 2, other[start] + other[length]]),
  ]
  const x = shiftTo([box.x, box.x + box.width / 2, box.x + box.width], linesOf('x', 'width', width))
  const y = shiftTo([box.y, box.y + box.height / 2, box.y + box.height], linesOf('y', 'height', height))
  return {
    box: onPage(design, { ...box, x: box.x + (x?.shift ?? 0), y: box.y + (y?.shift ?? 0) }),
    guides: { x: x?.line, y: y?.line },
  }
}

/** A change of one element. Elements of other kinds stay as they are. */
export const changeElement = (
  design: CertificateDesign,
  id: string,
  change: Partial<DesignElement>,
): CertificateDesign => ({
  ...design,
  elements: design.elements.map((element) =>
    element.id === id ? ({ ...element, ...change } as DesignElement) : element,
  ),
})

export const removeElement = (design: CertificateDesign, id: string): CertificateDesign => ({
  ...design,
  elements: design.elements.filter((element) => element.id !== id),
})

/** Later elements lie above earlier ones. */
export const restack = (design: CertificateDesign, id: string, by: 1 | -1): CertificateDesign => {
  const from = design.elements.findIndex((element) => element.id === id)
  const to = from + by
  if (from < 0 || to < 0 || to >= design.elements.length) return design
  const elements = [...design.elements]
  const [moved] = elements.splice(from, 1)
  elements.splice(to, 0, moved!)
  return { ...design, elements }
}

const freeId = ({ elements }: CertificateDesign, kind: string): string => {
  const taken = new Set(elements.map(({ id }) => id))
  for (let number = 1; ; number += 1) if (!taken.has(`${kind}-${number}`)) return `${kind}-${number}`
}

export type NewElement = Exclude<DesignElement['kind'], 'picture'> | { picture: FileId }

/** Over the date; without one in the lower right corner. */
const stampPlace = (design: CertificateDesign): Box => {
  const { width, height } = pageMeasures(design.page)
  const date = design.elements.find(
    (element) => element.kind === 'text' && Object.values(element.text).some((text) => text?.includes('{date}')),
  )
  const edge = 2 * margin + stampSide
  return onPage(
    design,
    date ? stampOver(date) : { x: width - edge, y: height - edge, width: stampSide, height: stampSide },
  )
}

const ink = '#1d2433'
const style = {
  font: 'serif',
  bold: false,
  size: 16,
  minSize: smallestText,
  color: ink,
  align: 'center',
  vertical: 'middle',
  lineHeight: 1.5,
  spacing: 0,
} as const

/** Adds an element in the middle of the page. */
export const addElement = (design: CertificateDesign, added: NewElement): { design: CertificateDesign; id: string } => {
  const kind = typeof added === 'string' ? added : 'picture'
  const id = freeId(design, kind)
  const { width, height } = pageMeasures(design.page)
  const placed = (w: number, h: number): Box => ({
    x: rounded((width - w) / 2),
    y: rounded((height - h) / 2),
    width: w,
    height: h,
  })
  const make = (): DesignElement => {
    if (typeof added !== 'string') return { id, ...placed(40, 40), kind: 'picture', file: added.picture, alt: {} }
    switch (added) {
      case 'text':
        return { id, ...placed(120, 14), ...style, kind: 'text', text: {}, isTitle: false }
      case 'number':
        return { id, ...placed(90, 8), ...style, size: 10, font: 'sans', kind: 'number', label: {} }
      case 'qr':
        return { id, ...placed(26, 26), kind: 'qr', color: ink }
      case 'stamp':
        return { id, ...stampPlace(design), kind: 'stamp', file: null }
      case 'ornament':
        return { id, ...placed(40, 40), kind: 'ornament', ornament: 'seal', color: '#a4161a', second: '#c9a227' }
    }
  }
  return { design: { ...design, elements: [...design.elements, make()] }, id }
}

/** What an arrow key does with a box: it moves it, with Alt it resizes it; Shift takes larger steps. */
export const nudge = (
  box: Box,
  key: string,
  { shiftKey, altKey }: { shiftKey: boolean; altKey: boolean },
): Box | undefined => {
  const step = shiftKey ? 5 : 0.5
  const [dx, dy] =
    { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key] ?? []
  if (dx === undefined || dy === undefined) return undefined
  return altKey ? { ...box, width: box.width + dx, height: box.height + dy } : { ...box, x: box.x + dx, y: box.y + dy }
}

/** A text as people read it: merge fields by their names, without the marks of optional parts. */
export const readableText = (text: string, fieldName: (field: MergeField) => string): string =>
  text
    .replaceAll(/\[\[|\]\]/g, '')
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const field = mergeFields.find((each) => each === name)
      return field ? fieldName(field) : whole
    })
    .replaceAll(/\s+/g, ' ')
    .trim()
