import type { Banner, BannerContent } from '@lectern/contract/banners/banners.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { withoutBlanks } from '../admin-ui/without-blanks.ts'

export interface BannerFields {
  title: LocalizedText
  alt: LocalizedText
  link: string
  wide: FileId | null
  narrow: FileId | null
  opensAt: string | null
  closesAt: string | null
  visible: boolean
}

const nothing: BannerFields = {
  title: {},
  alt: {},
  link: '',
  wide: null,
  narrow: null,
  opensAt: null,
  closesAt: null,
  visible: true,
}

type Stored = Pick<Banner, Exclude<keyof BannerFields, 'link'>> & { link: string | null }

export const fieldsOf = (banner: Stored | undefined): BannerFields =>
  banner
    ? {
        title: banner.title,
        alt: banner.alt,
        link: banner.link ?? '',
        wide: banner.wide,
        narrow: banner.narrow,
        opensAt: banner.opensAt,
        closesAt: banner.closesAt,
        visible: banner.visible,
      }
    : nothing

/** The content to send; both pictures are required. */
export const contentOf = ({ link, wide, narrow, ...fields }: BannerFields): BannerContent => ({
  ...withoutBlanks(fields),
  wide: wide!,
  narrow: narrow!,
  link: link.trim() || null,
})
