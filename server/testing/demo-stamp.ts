import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { putSeedFile } from '../features/files/service.ts'
import { file } from '../features/files/tables.ts'
import { fixedNow, type TestSite } from './site.ts'

/** Makes a real site as 0.3.0 left it: the last version of a delivered template, and so what it was printed with, bears the stamp of the demo. */
export const stampAsDemo = async (site: TestSite, owner: AccountId, kind = 'award'): Promise<FileId> => {
  const { storage } = site.asProgram().installation
  const content = await readFile(join(import.meta.dirname, '../database/seed/certificates/stamp.png'))
  const row = await putSeedFile(storage, {
    purpose: 'artwork',
    name: '组委会公章.png',
    content,
    ownerId: owner,
    now: fixedNow,
  })
  await site.db.insert(file).values(row)
  await site.pool.query(`delete from setting where key = 'demo'`)
  const client = await site.pool.connect()
  try {
    // A version that is in use never changes.
    await client.query(`begin; set local lectern.clearing = 'on'`)
    await client.query(
      `update certificate_template_version as version set design = jsonb_set(design, '{elements}', (
         select jsonb_agg(case when element ->> 'kind' = 'stamp' then element || jsonb_build_object('file', $1::text) else element end)
         from jsonb_array_elements(design -> 'elements') as element
       ))
       from certificate_template as template
       where template.id = version.template_id and template.number = version.number and delivered = $2`,
      [row.id, kind],
    )
    await client.query('commit')
  } finally {
    client.release(true)
  }
  return row.id
}
