import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { writeSheet } from '../../platform/sheets/write-sheet.ts'
import { writeDocx } from './attachments/docx.ts'
import { writePdf } from './attachments/pdf.ts'
import { packZip } from './attachments/zip.ts'

const source = (name: string): Promise<string> => readFile(join(import.meta.dirname, 'attachments', name), 'utf8')

interface Sheet {
  name: string
  headings: string[]
  rows: string[][]
}

const sheet = async (name: string): Promise<Buffer> => {
  const { name: title, headings, rows } = JSON.parse(await source(name)) as Sheet
  return buffer(
    await writeSheet('xlsx', {
      name: title,
      columns: headings.map((heading) => ({ heading })),
      rows: (async function* () {
        yield* rows
      })(),
    }),
  )
}

/** Twenty seconds of a swing as recorded by a phone: damped, with sensor noise. */
const swingData = (): string => {
  const lines = Array.from({ length: 401 }, (_, index) => {
    const seconds = index / 20
    const swing = 3.1 * Math.exp(-seconds / 38) * Math.cos((2 * Math.PI * seconds) / 2.84)
    const noise = Math.sin(index * 12.9898) * 0.11 + Math.sin(index * 4.1) * 0.05
    return `${seconds.toFixed(2)},${(swing + noise).toFixed(3)}`
  })
  return `seconds,acceleration_m_per_s2\n${lines.join('\n')}\n`
}

const sensorKit = async (): Promise<Buffer> =>
  packZip([
    { name: 'readme.txt', content: await source('phone-sensors/readme.txt') },
    { name: 'experiments.csv', content: `\uFEFF${await source('phone-sensors/experiments.csv')}` },
    { name: 'worksheet.md', content: await source('phone-sensors/worksheet.md') },
    { name: 'swing.csv', content: swingData() },
  ])

/** The demo's attachments, generated when it is created. */
const makers = {
  'enrolment-sheet.xlsx': () => sheet('enrolment-sheet.json'),
  'budget.xlsx': () => sheet('budget.json'),
  'lesson-plan.docx': async () => writeDocx(await source('lesson-plan.md')),
  'ai-statement.docx': async () => writeDocx(await source('ai-statement.md')),
  'consent.docx': async () => writeDocx(await source('consent.md')),
  'phone-sensors.zip': sensorKit,
  'seventh-edition.csv': async () => Buffer.from(`\uFEFF${await source('seventh-edition.csv')}`),
  'submission-checklist.pdf': async () => writePdf(await source('submission-checklist.txt')),
} satisfies Record<string, () => Promise<Buffer>>

export type Attachment = keyof typeof makers

export const makeAttachment = (name: Attachment): Promise<Buffer> => makers[name]()
