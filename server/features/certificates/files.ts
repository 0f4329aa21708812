import type { Feature } from '../../platform/feature.ts'
import { certificate } from './tables.ts'
import { and, eq, sql } from '../../platform/database/drizzle.ts'

/** Holders read their PDFs; pictures of templates are for organisers alone. */
export const certificateFiles: NonNullable<Feature['files']> = {
  certificate: {
    nameFor: async ({ actor, db }, { id, name }) => {
      if (actor.kind !== 'account') return undefined
      const [row] = await db
        .select({ id: certificate.id })
        .from(certificate)
        .where(and(eq(certificate.fileId, id), eq(certificate.holderId, actor.id)))
      return row && name
    },
    named: sql`select file_id as id from certificate where file_id is not null`,
  },
  artwork: {
    nameFor: () => Promise.resolve(undefined),
    named: sql`
      select (element ->> 'file')::uuid as id
      from certificate_template_version, jsonb_array_elements(design -> 'elements') as element
      where element ->> 'kind' in ('picture', 'stamp') and element ->> 'file' is not null
      union
      select (design ->> 'background')::uuid from certificate_template_version where design ->> 'background' is not null`,
  },
}
