import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { buffer as bytesOf } from 'node:stream/consumers'
import { readSheet } from './read-sheet.ts'
import { writeSheet } from './write-sheet.ts'

const limits = { maxRows: 10, maxColumns: 20 }

interface Part {
  name: string
  content: Buffer | string
  /** The declared size; the real one if absent. */
  declared?: number
}

const record = (signature: number, fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer => {
  const parts = [[signature, 4] as const, ...fields].map(([value, bytes]) => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeUIntLE(value, 0, bytes)
    return buffer
  })
  return Buffer.concat(parts)
}

/** An archive, valid or not. */
const zipOf = (parts: Part[]): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declared } of parts) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const sum = crc32(bytes)
    const size = declared ?? bytes.length
    const label = Buffer.from(name)
    const shared = [[20, 2], [0, 2], [8, 2], [0, 4], [sum, 4], [packed.length, 4], [size, 4], [label.length, 2], [0, 2]] as const // oxfmt-ignore
    const body = Buffer.concat([record(0x04034b50, shared), label, packed])
    directory.push(record(0x02014b50, [[20, 2], ...shared, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), label) // oxfmt-ignore
    bodies.push(body)
    offset += body.length
  }
  const index = Buffer.concat(directory)
  const count = parts.length
  return Buffer.concat([...bodies, index, record(0x06054b50, [[0, 2], [0, 2], [count, 2], [count, 2], [index.length, 4], [offset, 4], [0, 2]])]) // oxfmt-ignore
}

const relationships = (...entries: [type: string, target: string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ([type, target], index) =>
        `<Relationship Id="r${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook whose only sheet has these rows. */
const workbook = (rows: string, ...extra: Part[]): Buffer =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    { name: '_rels/.rels', content: relationships(['officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
    },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>` },
    ...extra,
  ])

describe('a workbook', () => {
  test('is read as text: numbers, shared texts, and the stored values of formulas', async () => {
    const file = workbook(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>13800000000</v></c></row>
       <row r="3"><c r="A3" t="str"><f>HYPERLINK("http://x","y")</f><v>kept</v></c><c r="B3"><f>1+1</f></c><c r="C3" t="b"><v>1</v></c></row>`,
      { name: 'xl/sharedStrings.xml', content: `<sst ${main}><si><t>shared</t></si></sst>` },
    )
    expect(await readSheet(file, limits)).toEqual([
      { number: 1, cells: ['shared', '13800000000'] },
      { number: 3, cells: ['kept', '', 'true'] },
    ])
  })

  test('has no entities of its own: what would multiply stays as it is written', async () => {
    const content = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><sst ${main}><si><t>&b;</t></si></sst>`
    const file = workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', { name: 'xl/sharedStrings.xml', content })
    expect(await readSheet(file, limits)).toEqual([{ number: 1, cells: ['&b;'] }])
  })

  test('of more rows than are wanted is too long', async () => {
    const rows = Array.from(
      { length: 11 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`,
    )
    expect(await readSheet(workbook(rows.join('')), limits)).toBe('tooLong')
  })
})

const simple = '<row r="1"><c r="A1"><v>1</v></c></row>'
const zeros = Buffer.alloc(40 * 1024 * 1024)

describe('what means harm is unreadable', () => {
  test.each<[string, () => Buffer]>([
    [
      'a part that says it unpacks to too much',
      () => workbook(simple, { name: 'xl/sharedStrings.xml', content: zeros }),
    ],
    [
      'a part that unpacks to more than it says',
      () => workbook(simple, { name: 'xl/sharedStrings.xml', content: zeros, declared: 1_000 }),
    ],
    [
      'a part that says nothing of its size',
      () => workbook(simple, { name: 'xl/sharedStrings.xml', content: zeros, declared: 0 }),
    ],
    ['a name outside of the archive', () => workbook(simple, { name: '../../etc/passwd', content: 'x' })],
    ['an absolute name', () => workbook(simple, { name: '/etc/passwd', content: 'x' })],
    [
      'thousands of parts',
      () => zipOf(Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}`, content: 'x' }))),
    ],
    ['a cell in the last of all columns', () => workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>')],
    ['a cell beyond the last column', () => workbook('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>')],
    [
      'texts that blow up in memory',
      () =>
        workbook(simple, {
          name: 'xl/sharedStrings.xml',
          content: `<sst ${main}>${'<si><t/></si>'.repeat(2_400_000)}</sst>`,
        }),
    ],
    [
      'one long text in very many cells',
      () =>
        workbook(`<row r="1">${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`, {
          name: 'xl/sharedStrings.xml',
          content: `<sst ${main}><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
        }),
    ],
    ['half an archive', () => workbook(simple).subarray(0, 400)],
    ['an archive that is no workbook', () => zipOf([{ name: 'readme.txt', content: 'hello' }])],
    ['bytes', () => Buffer.from([1, 2, 3, 0, 5])],
    ['bytes of no known alphabet', () => Buffer.from('ff81ffff8130ff', 'hex')],
    ['a line of a million columns', () => Buffer.from(`${','.repeat(1_000_000)}x`)],
  ])('%s', async (_name, file) => {
    expect(await readSheet(file(), limits)).toBe('unreadable')
  })
})

describe('a sheet of our own', () => {
  const cells = ['=1', '+1', '-1', '@a', '＝1', '＋1', '－1', '＠a', 'a＝1', "'a"]
  const rows = async function* (): AsyncGenerator<string[]> {
    yield cells
  }

  test('marks in CSV what a spreadsheet could take for a formula, in full width too', async () => {
    const text = (
      await bytesOf(await writeSheet('csv', { name: 'a', columns: [{ heading: 'b' }], rows: rows() }))
    ).toString()
    expect(text.trim().split('\r\n').at(-1)).toBe("'=1,'+1,'-1,'@a,'＝1,'＋1,'－1,'＠a,a＝1,'a")
  })

  test.each(['csv', 'xlsx'] as const)('is read back as it was written: %s', async (format) => {
    const file = await bytesOf(await writeSheet(format, { name: 'a', columns: [{ heading: 'b' }], rows: rows() }))
    expect(await readSheet(file, limits)).toEqual([
      { number: 1, cells: ['b'] },
      { number: 2, cells },
    ])
  })
})
