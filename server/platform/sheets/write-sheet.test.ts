import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { writeSheet, type Cell } from './write-sheet.ts'

/** What a spreadsheet finds in a sheet with one row of these cells. */
const readBack = async (cells: Cell[]): Promise<readonly string[]> => {
  const columns = cells.map((_, index) => ({ heading: `c${index}` }))
  const rows = (async function* () {
    yield cells
  })()
  const file = await buffer(await writeSheet('xlsx', { name: 'sheet', columns, rows }))
  const found = await readSheet(file, { maxRows: 10, maxColumns: 10 })
  if (typeof found === 'string') throw new Error(found)
  return found[1]!.cells
}

test('no character that somebody typed makes a sheet unreadable', async () => {
  const cells = await readBack(['a\uFFFEb', 'c\uFFFFd', 'e\uD800', '<&>', 'end'])
  expect(cells).toEqual(['a\uFFFDb', 'c\uFFFDd', 'e\uFFFD', '<&>', 'end'])
})

test('a text that is longer than a cell ends where the cell does', async () => {
  const [long, emoji] = await readBack(['字'.repeat(40_000), `${'x'.repeat(32_766)}😀`])
  expect([long!.length, emoji!.length, emoji!.at(-1)]).toEqual([32_767, 32_767, '\uFFFD'])
})
