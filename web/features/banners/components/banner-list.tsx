import { Typography } from 'antd'
import { deleteBanner, reorderBanners, switchBanner, type Banner } from '@lectern/contract/banners/banners.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { VisibilityList } from '../../admin-ui/components/visibility-list.tsx'
import { TranslationTags } from '../../admin-ui/components/translation-tags.tsx'
import { formCall } from '../../admin-ui/use-office-form.ts'
import { StandingTag } from './standing-tag.tsx'
import styles from './banner-list.module.css'

/** When the banner is visible, if limited. */
const Window = ({ banner: { opensAt, closesAt } }: { banner: Banner }) => (
  <Typography.Text type="secondary">
    {opensAt && <FormattedMessage id="office.banners.from" values={{ moment: <Moment value={opensAt} /> }} />}
    {opensAt && closesAt && ' '}
    {closesAt && <FormattedMessage id="office.banners.until" values={{ moment: <Moment value={closesAt} /> }} />}
  </Typography.Text>
)

interface BannerListProps {
  client: Client
  banners: readonly Banner[]
  order: string
  onChanged: () => void
}

/** All banners in display order. */
export const BannerList = ({ client, banners, order, onChanged }: BannerListProps) => {
  const intl = useIntl()
  return (
    <VisibilityList
      label={intl.formatMessage({ id: 'menu.banners' })}
      items={banners}
      order={order}
      nameOf={({ title }) => localize(title, intl.locale).text}
      addressOf={({ id }) => `/Admin/Banner/Edit?id=${id}`}
      switchLabel={(name) => intl.formatMessage({ id: 'office.banners.switch' }, { name })}
      onReorder={(ids, basedOn) => client(reorderBanners, { body: { ids, basedOn } }, formCall)}
      onSwitch={({ id, version }, visible) => client(switchBanner, { params: { id }, body: { visible, version } })}
      onDelete={({ id, version }) => client(deleteBanner, { params: { id }, query: { version: String(version) } })}
      onChanged={onChanged}
      renderPicture={({ widePicture }) => (
        <div className={styles.thumbnail}>{widePicture && <Picture picture={widePicture} alt="" sizes="180px" />}</div>
      )}
    >
      {(banner) => (
        <>
          <StandingTag standing={banner.standing} />
          <Window banner={banner} />
          <TranslationTags stamps={banner.written} />
          {!(banner.widePicture && banner.narrowPicture) && (
            <Typography.Text type="danger">
              <FormattedMessage id="office.banners.noPicture" />
            </Typography.Text>
          )}
        </>
      )}
    </VisibilityList>
  )
}
