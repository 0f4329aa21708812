import { deflateSync } from 'node:zlib'
import PdfKit from 'pdfkit'
import type { Canvas } from './ornaments.ts'

/** Frames and ornaments are the same on all certificates of a design: each is drawn and compressed once in a thread. */
const drawn = new Map<string, Buffer>()

/** Designs that are being edited leave drawings behind. */
const mostDrawn = 200

/** What a drawing writes into a page, compressed. */
const record = (draw: (canvas: Canvas) => void): Buffer => {
  // The standard font would be opened, which nothing here needs.
  const canvas = new PdfKit({ margin: 0, font: null as unknown as string })
  const operations: string[] = []
  canvas.addContent = (operation) => {
    operations.push(String(operation))
    return canvas
  }
  draw(canvas)
  return deflateSync(operations.join('\n'))
}

/** Puts a drawing onto the page. `key` names everything that it depends on. */
export const placeArtwork = (
  doc: Canvas,
  key: string,
  { width, height }: { width: number; height: number },
  draw: (canvas: Canvas) => void,
): void => {
  const recording = drawn.get(key) ?? record(draw)
  if (drawn.size >= mostDrawn) drawn.clear()
  drawn.set(key, recording)
  const { xobjects } = doc.page as unknown as { xobjects: Record<string, unknown> }
  const form = doc.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: {},
    Filter: 'FlateDecode',
  })
  form.end(recording)
  const name = `Artwork${Object.keys(xobjects).length + 1}`
  xobjects[name] = form
  doc.addContent(`/${name} Do`)
}
