import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import pg from 'pg'
import sharp from 'sharp'
import { coverKeyOf } from '../server/features/files/content/keys.ts'
import { coverRulesOf } from '../server/features/works/covers/cover-rules.ts'
import type { BlindCopy } from '../server/features/works/tables.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { newId } from '../server/platform/ids.ts'
import { grantTestRights } from '../server/testing/cluster-rights.ts'
import { openBrowser } from './browser.ts'
import { measureVisit, type Paint } from './paint.ts'
import { untilPicturesMade } from './pictures.ts'
import { endOnce, startApp, withFolder } from './processes.ts'
import { median, type Result } from './results.ts'

const works = 100
const visits = 5
const kilobyte = 1024
/** No still may be larger; these use all of it. */
const maxStill = 15 * kilobyte

/** A picture of noise, which compresses badly, in the largest quality that fits. */
const drawStill = async (): Promise<Buffer> => {
  const noise = sharp({
    create: {
      width: 480,
      height: 270,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
  const blurred = await noise.blur(1.5).png().toBuffer()
  for (let quality = 90; ; quality -= 4) {
    const still = await sharp(blurred).jpeg({ quality }).toBuffer()
    if (still.length <= maxStill) return still
  }
}

interface Shown {
  work: string
  list: string
}

/** A film that visitors of the demo see, and the list of results that is in force. */
const findShownFilm = async (url: string): Promise<Shown> => {
  const ask = async (path: string): Promise<unknown> => {
    const answer = (await (await fetch(`${url}${path}`)).json()) as { data: unknown }
    return answer.data
  }
  const { list } = (await ask('/api/public/works?pageSize=100')) as { list: { id: string; kinds: string[] }[] }
  const { id } = list.find(({ kinds }) => kinds.includes('video'))!
  const film = (await ask(`/api/public/works/${id}`)) as { list: string }
  return { work: id, list: film.list }
}

interface Film {
  file_id: FileId
  blind: BlindCopy
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Copies an awarded film of the demo until the gallery has a hundred, each with a still of its own. */
const fillGallery = async (folder: string, shown: Shown): Promise<void> => {
  const postgres = await startEmbeddedPostgres({ directory: folder, log: silent, onLost: () => {} })
  const stop = endOnce(() => postgres.stop())
  const client = new pg.Client(postgres.url)
  try {
    await grantTestRights(postgres)
    await client.connect()
    await client.query(`set session_replication_role = 'replica'`)
    const { rows } = await client.query<Film>(
      `select work_file.id as file_id, work_file.blind
       from result_row
         join submission_file on submission_file.work_id = result_row.work_id and submission_file.number = result_row.submission
         join work_file on work_file.id = submission_file.file_id
         join file on file.id = work_file.id
       where result_row.list_id = $1 and result_row.work_id = $2 and result_row.parts @> array[work_file.part]
         and file.type like 'video/%'
       limit 1`,
      [shown.list, shown.work],
    )
    const film = rows[0]!
    const columnsOf = async (table: string): Promise<string[]> => {
      const { rows: columns } = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      return columns.map(({ name }) => pg.escapeIdentifier(name))
    }
    const copy = async (table: string, changes: string, where: string): Promise<void> => {
      const columns = await columnsOf(table)
      await client.query(
        `insert into ${table} (${columns.join()}) select ${columns.map((name) => `changed.${name}`).join()}
         from ${table} as one, jsonb_populate_record(one, jsonb_build_object(${changes})) as changed where ${where}`,
      )
    }
    for (let n = 1; n <= works; n += 1) {
      const [work, file] = [newId<WorkId>(), newId<FileId>()]
      const still = await drawStill()
      const place = join(folder, 'files', coverKeyOf({ purpose: 'work', id: file }))
      await mkdir(dirname(place), { recursive: true })
      await writeFile(place, still)
      const ofWork = `one.work_id = '${shown.work}'`
      await copy('work', `'id', '${work}', 'enrolment_id', gen_random_uuid()`, `one.id = '${shown.work}'`)
      await copy(
        'submission',
        `'work_id', '${work}', 'manifest', replace(one.manifest, '${film.file_id}', '${file}')`,
        ofWork,
      )
      await copy(
        'file',
        `'id', '${file}', 'cover_size', ${still.length}, 'cover_rules', '${coverRulesOf(film.blind)}'`,
        `one.id = '${film.file_id}'`,
      )
      await copy('work_file', `'id', '${file}', 'work_id', '${work}'`, `one.id = '${film.file_id}'`)
      await copy(
        'result_row',
        `'work_id', '${work}', 'position', ${10_000 + n}, 'award_position', ${10_000 + n}, 'number', one.number || '-${n}'`,
        `${ofWork} and one.list_id = '${shown.list}'`,
      )
    }
  } finally {
    await client.end()
    await stop()
  }
}

/** A first visit to a full gallery with a slow phone on a slow network. */
export const measureGallery = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const demo = await startApp({ DATA_DIR: folder })
    const shown = await untilPicturesMade(folder)
      .then(() => findShownFilm(demo.url))
      .finally(() => demo.stop())
    await fillGallery(folder, shown)
    const app = await startApp({ DATA_DIR: folder })
    const browser = await openBrowser()
    try {
      const paints: Paint[] = []
      const sizes = new Map<string, number>()
      let most = 0
      for (let visit = 0; visit < visits; visit += 1) {
        const covers: string[] = []
        paints.push(
          await measureVisit(browser, `${app.url}/Works?page=2`, (page) =>
            page.on('response', async (response) => {
              if (!response.url().endsWith('/cover')) return
              covers.push(response.url())
              sizes.set(response.url(), (await response.body()).length)
            }),
          ),
        )
        most = Math.max(most, covers.length)
      }
      return [
        {
          name: `largest contentful paint of a gallery of ${works} films`,
          value: median(paints.map(({ largest }) => largest)) / 1000,
          unit: 's',
          target: { most: 1.5 },
        },
        {
          name: 'layout shift of it',
          value: median(paints.map(({ shift }) => shift)),
          unit: '',
          target: { most: 0.05 },
        },
        {
          name: 'largest still of it',
          value: Math.max(...sizes.values()) / kilobyte,
          unit: 'KB',
          target: { most: 15 },
        },
        { name: 'stills loaded of 24 on the page, without scrolling', value: most, unit: '' },
      ]
    } finally {
      await browser.close()
      await app.stop()
    }
  })
