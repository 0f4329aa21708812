import { App, Space, Switch, Typography } from 'antd'
import { useState } from 'react'
import type { Banner } from '@lectern/contract/banners.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Client } from '../../../request/client.ts'
import { go } from '../../../router/history.ts'
import { Link } from '../../../router/link.tsx'
import { useRouter } from '../../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useArrangement } from '../../office/arrangement.ts'
import { ArrangedList } from '../../office/components/arranged-list.tsx'
import { ConfirmDelete } from '../../office/components/confirm-delete.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { RowActions } from '../../office/components/row-actions.tsx'
import { TranslationTags } from '../../office/components/translation-tags.tsx'
import { formCall } from '../../office/use-office-form.ts'
import { bannerDeletion, bannerOrder, bannerSwitch } from '../api.ts'
import { StandingTag } from './standing-tag.tsx'
import styles from './banner-list.module.css'

/** From when to when, as far as that is said. */
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

/** All banners in the order in which visitors see them. */
export const BannerList = ({ client, banners, order, onChanged }: BannerListProps) => {
  const intl = useIntl()
  const router = useRouter()
  const { message } = App.useApp()
  const [leaving, setLeaving] = useState<Banner>()
  const [busy, setBusy] = useState<string>()
  const nameOf = ({ title }: Banner): string => localize(title, intl.locale as Locale).text
  const tellOutdated = (): void => void message.warning(intl.formatMessage({ id: 'office.arrange.outdated' }))
  const { ids, place } = useArrangement({
    ids: banners.map(({ id }) => id),
    order,
    save: (next, basedOn) => client(bannerOrder, { body: { ids: next, basedOn } }, formCall),
    onFailed: (isOutdated) => {
      if (isOutdated) tellOutdated()
      onChanged()
    },
  })
  const toggle = async ({ id, version }: Banner, visible: boolean): Promise<void> => {
    setBusy(id)
    try {
      await client(bannerSwitch, { params: { id }, body: { visible, version } })
    } catch {
      // The request has said why.
    }
    setBusy(undefined)
    onChanged()
  }
  return (
    <>
      <ArrangedList
        label={intl.formatMessage({ id: 'menu.banners' })}
        items={ids.map((id) => banners.find((banner) => banner.id === id)!)}
        nameOf={nameOf}
        onPlace={place}
      >
        {(banner) => (
          <div className={styles.banner}>
            <div className={styles.thumbnail}>
              {banner.widePicture && <Picture picture={banner.widePicture} alt="" sizes="180px" />}
            </div>
            <div className={styles.text}>
              <Link to={`/Admin/Banner/Edit?id=${banner.id}`} className={styles.title}>
                {nameOf(banner)}
              </Link>
              <Space wrap size={[8, 4]}>
                <StandingTag standing={banner.standing} />
                <Window banner={banner} />
                <TranslationTags written={banner.written} />
                {!(banner.widePicture && banner.narrowPicture) && (
                  <Typography.Text type="danger">
                    <FormattedMessage id="office.banners.noPicture" />
                  </Typography.Text>
                )}
              </Space>
            </div>
            <Space>
              <Switch
                checked={banner.visible}
                loading={busy === banner.id}
                aria-label={intl.formatMessage({ id: 'office.banners.switch' }, { name: nameOf(banner) })}
                onChange={(visible) => void toggle(banner, visible)}
              />
              <RowActions
                name={nameOf(banner)}
                actions={[
                  {
                    key: 'edit',
                    label: intl.formatMessage({ id: 'office.list.edit' }),
                    onClick: () => void go(router, `/Admin/Banner/Edit?id=${banner.id}`),
                  },
                  {
                    key: 'delete',
                    label: intl.formatMessage({ id: 'office.delete.confirm' }),
                    danger: true,
                    onClick: () => setLeaving(banner),
                  },
                ]}
              />
            </Space>
          </div>
        )}
      </ArrangedList>
      {leaving && (
        <ConfirmDelete
          name={nameOf(leaving)}
          onDelete={async () => {
            const { id, version } = leaving
            await client(bannerDeletion, { params: { id }, query: { version: String(version) } }).finally(onChanged)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}
