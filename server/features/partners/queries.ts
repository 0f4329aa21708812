import type { PartnerRole } from '@lectern/contract/experts/expert-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq } from '../../platform/database/drizzle.ts'
import { partner } from './tables.ts'

export const partnerColumns = {
  id: partner.id,
  role: partner.role,
  name: partner.name,
  logo: partner.logo,
  link: partner.link,
  visible: partner.visible,
  position: partner.position,
  written: partner.written,
  version: partner.version,
  createdAt: partner.createdAt,
  updatedAt: partner.updatedAt,
}

export type PartnerRow = typeof partner.$inferSelect

/** Those that visitors see, in their order. */
export const visiblePartners = (db: Database, role: PartnerRole | undefined) =>
  db
    .select(partnerColumns)
    .from(partner)
    .where(and(eq(partner.visible, true), role && eq(partner.role, role)))
    .orderBy(asc(partner.position), asc(partner.id))
