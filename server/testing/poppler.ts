import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newFolder } from './program.ts'

const run = promisify(execFile)

/** What a program of poppler writes about a PDF. */
export const askPoppler = async (
  program: 'pdftoppm' | 'pdftotext' | 'pdfsig',
  pdf: Uint8Array,
  ...options: string[]
): Promise<Buffer> => {
  const file = join(await newFolder(), 'document.pdf')
  await writeFile(file, pdf)
  const output = program === 'pdftotext' ? ['-'] : []
  const { stdout } = await run(program, [...options, file, ...output], { encoding: 'buffer', maxBuffer: 100_000_000 })
  return stdout
}

const pixelsOf = (pdf: Uint8Array): Promise<Buffer> => askPoppler('pdftoppm', pdf, '-r', '72')

/** Rounding may change the smoothing of an edge a little. */
const usualTolerance = 8

/** How many parts of pixels of all pages look different in another document, by more than the tolerance of 255. */
export const differentPixels = async (
  one: Uint8Array,
  other: Uint8Array,
  tolerance = usualTolerance,
): Promise<number> => {
  const [pixels, others] = await Promise.all([pixelsOf(one), pixelsOf(other)])
  if (pixels.length !== others.length) return Number.POSITIVE_INFINITY
  return pixels.reduce((count, pixel, at) => count + (Math.abs(pixel - others[at]!) > tolerance ? 1 : 0), 0)
}

/** How wide and high a part of a page is whose ink is measured, in points. */
const cellPoints = 20

/** The ink of the first page in parts of the same size, from 0 (paper) to 99 (black): a line of text for each row of them. */
export const inkOf = async (pdf: Uint8Array): Promise<string[]> => {
  const picture = await askPoppler('pdftoppm', pdf, '-r', '72', '-gray', '-f', '1', '-l', '1')
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 40))!
  const [across, down] = [Number(width), Number(height)]
  const pixels = picture.subarray(head.length)
  return Array.from({ length: Math.floor(down / cellPoints) }, (_row, row) =>
    Array.from({ length: Math.floor(across / cellPoints) }, (_cell, cell) => {
      let ink = 0
      for (let y = row * cellPoints; y < (row + 1) * cellPoints; y++)
        for (let x = cell * cellPoints; x < (cell + 1) * cellPoints; x++) ink += 255 - pixels[y * across + x]!
      const share = ink / (255 * cellPoints * cellPoints)
      return String(Math.min(99, Math.floor(share * 100))).padStart(2, '0')
    }).join(' '),
  )
}

/** How much the ink of two pages differs at most, in hundredths of a part. Another version of poppler smooths edges otherwise. */
export const largestDifference = (one: readonly string[], other: readonly string[]): number => {
  const [cells, others] = [one, other].map((lines) => lines.flatMap((line) => line.split(' ').map(Number)))
  if (cells!.length !== others!.length) return 100
  return Math.max(...cells!.map((cell, index) => Math.abs(cell - others![index]!)))
}

/** The first and the last column of the first page that has dark ink, in millimetres from the left, and the width of the page. */
export const darkColumns = async (pdf: Uint8Array): Promise<{ first: number; last: number; page: number }> => {
  const resolution = 144
  const picture = await askPoppler('pdftoppm', pdf, '-r', String(resolution), '-gray', '-f', '1', '-l', '1')
  const [head, width] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 40))!
  const across = Number(width)
  const columns = new Set<number>()
  for (const [at, grey] of picture.subarray(head.length).entries()) if (grey < 96) columns.add(at % across)
  const millimetres = (column: number): number => (column * 25.4) / resolution
  return {
    first: millimetres(Math.min(...columns)),
    last: millimetres(Math.max(...columns) + 1),
    page: millimetres(across),
  }
}
