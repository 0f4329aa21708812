import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CertificateKind } from '@lectern/contract/certificates/certificate-values.ts'
import { endpoint } from '@lectern/contract/endpoint.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { z } from 'zod'
import { removeDemoStamp } from '../features/certificates/templates/demo-stamp.ts'
import { putSeedFile } from '../features/files/service.ts'
import { file } from '../features/files/tables.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/database/drizzle.ts'
import type { Http } from '../platform/http/serve.ts'
import { organisers } from '../platform/policy.ts'
import { inTransaction } from '../platform/transaction.ts'

const stampPath = join(import.meta.dirname, '../database/seed/certificates/stamp.png')

/** Makes a real site as 0.3.0 left it: the last version of a delivered template, and so what it was printed with, bears the stamp of the demo. */
export const stampAsDemo = (outer: Ctx, ownerId: AccountId, kind: CertificateKind = 'award'): Promise<FileId> =>
  inTransaction(outer, async ({ db, now, installation: { storage } }) => {
    const content = await readFile(stampPath)
    const row = await putSeedFile(storage, { purpose: 'artwork', name: '组委会公章.png', content, ownerId, now })
    await db.insert(file).values(row)
    await db.execute(sql`delete from setting where key = 'demo'`)
    // A version that is in use never changes.
    await db.execute(sql`select set_config('lectern.clearing', 'on', true)`)
    await db.execute(sql`
      update certificate_template_version as version set design = jsonb_set(design, '{elements}', (
        select jsonb_agg(
          case when element ->> 'kind' = 'stamp' then element || jsonb_build_object('file', ${row.id}::text) else element end
        )
        from jsonb_array_elements(design -> 'elements') as element
      ))
      from certificate_template as template
      where template.id = version.template_id and template.number = version.number and delivered = ${kind}
    `)
    return row.id
  })

const stampedTemplate = endpoint({
  method: 'POST',
  path: '/api/journeys/demo-stamps',
  summary: 'Certificates of awards bear the stamp of the demo, as after 0.3.0',
  answer: z.object({ templates: z.int() }),
})

/** A shortcut for the journey in which they are replaced. */
export const demoStampShortcuts = ({ serve }: Http): void =>
  serve(stampedTemplate, { policy: organisers('contest') }, async ({ ctx }) => {
    await stampAsDemo(ctx, ctx.actor.id)
    return { templates: await removeDemoStamp(ctx) }
  })
