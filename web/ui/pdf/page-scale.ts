/** How large pages are: as wide as the view, wholly in view, or a factor of their size on paper. */
export type Zoom = 'width' | 'page' | number

export interface Size {
  width: number
  height: number
}

const pixelsPerPoint = 96 / 72
const levels = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
/** A view may be smaller than its margins for a moment. */
const smallest = 0.1

/** Around a page, in pixels; the style sheet has the same. */
export const pageMargin = 12

/** Sharper than this nobody sees, and larger canvases need too much memory for phones. */
const maxPixelRatio = 2
const maxPixels = 16_000_000
/** Browsers draw nothing on a canvas that is longer. */
const maxSide = 16_000

/** How many times its size on paper a page is shown; `page` is in points, `view` in pixels. */
export const factorOf = (zoom: Zoom, page: Size, view: Size): number => {
  if (typeof zoom === 'number') return zoom
  const byWidth = (view.width - 2 * pageMargin) / (page.width * pixelsPerPoint)
  const byHeight = (view.height - 2 * pageMargin) / (page.height * pixelsPerPoint)
  return Math.max(smallest, zoom === 'width' ? byWidth : Math.min(byWidth, byHeight))
}

/** The width of a page in pixels. */
export const shownWidth = (page: Size, factor: number): number => Math.floor(page.width * pixelsPerPoint * factor)

/** The next level that differs visibly from what is shown. */
export const steppedZoom = (factor: number, by: 1 | -1): number =>
  by === 1
    ? (levels.find((level) => level > factor * 1.01) ?? levels.at(-1)!)
    : (levels.findLast((level) => level < factor * 0.99) ?? levels[0]!)

/** How many pixels of a canvas a pixel of the page gets. */
export const sharpnessOf = ({ width, height }: Size, pixelRatio: number): number =>
  Math.min(pixelRatio, maxPixelRatio, Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height))

/** The page that somebody typed, or the nearest one; undefined: that is no number. */
export const pageFrom = (text: string, total: number): number | undefined => {
  const digits = text.normalize('NFKC').trim()
  return /^\d+$/.test(digits) ? Math.min(total, Math.max(1, Number(digits))) : undefined
}

/** The page at a height; `tops` are where the pages begin. */
export const pageAt = (tops: readonly number[], height: number): number =>
  Math.max(1, tops.findLastIndex((top) => top <= height) + 1)
