import { boxesWithin } from '@lectern/contract/media/mp4-boxes.ts'

/** What encoders have written beside pictures and sound of a sample film: from where, and how many bytes. */
const notesIn = (content: Buffer): { start: number; length: number }[] => {
  const settings = Math.max(content.indexOf('x264 - core'), content.indexOf('x265 (build'))
  const program = content.lastIndexOf('Lavc59.37.100\0')
  return [
    // An id precedes it, and a zero ends it.
    { start: settings - 16, length: settings < 0 ? 0 : content.indexOf(0, settings) - settings + 17 },
    { start: program - 1, length: program < 0 ? 0 : 'Lavc59.37.100'.length + 2 },
  ]
}

/** Pictures, sound and subtitles of a film, or of a copy of it: without the notes of encoders, which are where they are in the original. */
export const shownContent = (film: Buffer, original: Buffer): Buffer => {
  const copy = Buffer.from(film)
  for (const { start, length } of notesIn(original)) if (length > 0) copy.fill(0, start, start + length)
  const contents = [...boxesWithin(original, 0, 0, original.length)].filter(({ type }) => type === 'mdat')
  return Buffer.concat(contents.map(({ contentStart, end }) => copy.subarray(contentStart, end)))
}
