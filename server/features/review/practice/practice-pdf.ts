import { loadFonts } from '../../../platform/pdf/fonts.ts'
import { openPaper } from '../../../platform/pdf/paper.ts'
import type { PracticePlan } from './practice.ts'

/** The same bytes whenever it is drawn. */
const at = new Date('2026-01-01T00:00:00Z')

/** Runs in a thread. */
export const run = async (input: unknown): Promise<Uint8Array> => {
  const { title, note, language, chapters } = input as PracticePlan
  const paper = openPaper(await loadFonts(), { title, language, author: note, at })
  paper.text('H1', title, { font: 'bold', size: 20 })
  paper.skip(4)
  paper.text('P', note, { color: '#5f6775' })
  for (const { heading, text } of chapters) {
    paper.skip(18)
    paper.need(80)
    paper.text('H2', heading, { font: 'bold', size: 13, color: '#1159bf' })
    paper.skip(4)
    paper.text('P', text, { size: 11, lineGap: 5 })
  }
  return paper.finish((page, pages) => [note, `${page} / ${pages}`])
}
