import type { PartnerRole } from '@lectern/contract/experts/expert-values.ts'
import type { Partner, PartnerContent, ShownPartner } from '@lectern/contract/partners/partners.ts'
import type { Ctx } from '../../platform/context.ts'
import { picturesOf, requireFiles } from '../files/service.ts'
import { orderedItems } from '../ordering/service.ts'
import { presentPartner, presentShown } from './present.ts'
import { partnerColumns, visiblePartners, type PartnerRow } from './queries.ts'
import { partner } from './tables.ts'

const logosOf = (ctx: Ctx, rows: readonly PartnerRow[]) =>
  picturesOf(
    ctx,
    rows.map(({ logo }) => logo),
  )

/** What visitors see, as they see it. */
export const listShownPartners = async (ctx: Ctx, role: PartnerRole | 'all'): Promise<ShownPartner[]> => {
  const rows = await visiblePartners(ctx.db, role === 'all' ? undefined : role)
  const pictures = await logosOf(ctx, rows)
  return rows.map((row) => presentShown(ctx, row, pictures))
}

export const partners = orderedItems<PartnerRow, PartnerContent, Partner>(
  { kind: 'partner', table: partner, columns: partnerColumns, texts: ({ name }) => [name] },
  {
    read: async (ctx, content) => {
      await requireFiles(ctx, [{ id: content.logo, purpose: 'picture', field: 'logo' }])
      return content
    },
    present: async (ctx, rows) => {
      const pictures = await logosOf(ctx, rows)
      return rows.map((row) => presentPartner(row, pictures))
    },
  },
)
