import type { PartnerRole } from '@lectern/contract/experts/expert-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Partner, PartnerContent } from '@lectern/contract/partners/partners.ts'
import { withoutBlanks } from '../admin-ui/without-blanks.ts'

export interface PartnerFields {
  role: PartnerRole
  name: LocalizedText
  link: string
  logo: FileId | null
  visible: boolean
}

const nothing: PartnerFields = { role: 'partner', name: {}, link: '', logo: null, visible: true }

type Stored = Pick<Partner, Exclude<keyof PartnerFields, 'link'>> & { link: string | null }

export const fieldsOf = (partner: Stored | undefined): PartnerFields =>
  partner
    ? {
        role: partner.role,
        name: partner.name,
        link: partner.link ?? '',
        logo: partner.logo,
        visible: partner.visible,
      }
    : nothing

export const contentOf = ({ link, logo, ...fields }: PartnerFields): PartnerContent => ({
  ...withoutBlanks(fields),
  logo: logo ?? null,
  link: link.trim() || null,
})
