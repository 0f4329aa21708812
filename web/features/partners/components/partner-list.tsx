import { App, Space, Switch, Typography } from 'antd'
import { useState } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Partner } from '@lectern/contract/partners.ts'
import type { Client } from '../../../request/client.ts'
import { go } from '../../../router/history.ts'
import { Link } from '../../../router/link.tsx'
import { useRouter } from '../../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useArrangement } from '../../office/arrangement.ts'
import { ArrangedList } from '../../office/components/arranged-list.tsx'
import { ConfirmDelete } from '../../office/components/confirm-delete.tsx'
import { RowActions } from '../../office/components/row-actions.tsx'
import { TranslationTags } from '../../office/components/translation-tags.tsx'
import { formCall } from '../../office/use-office-form.ts'
import { partnerDeletion, partnerOrder, partnerSwitch } from '../api.ts'
import styles from './partner-list.module.css'

interface PartnerListProps {
  client: Client
  partners: readonly Partner[]
  order: string
  /** Which of them are listed; the others keep their places among them. */
  isListed: (partner: Partner) => boolean
  onChanged: () => void
}

/** Partners in the order in which visitors see them. */
export const PartnerList = ({ client, partners, order, isListed, onChanged }: PartnerListProps) => {
  const intl = useIntl()
  const router = useRouter()
  const { message } = App.useApp()
  const [leaving, setLeaving] = useState<Partner>()
  const [busy, setBusy] = useState<string>()
  const nameOf = ({ name }: Partner): string => localize(name, intl.locale as Locale).text
  const { ids, place } = useArrangement({
    ids: partners.map(({ id }) => id),
    order,
    save: (next, basedOn) => client(partnerOrder, { body: { ids: next, basedOn } }, formCall),
    onFailed: (isOutdated) => {
      if (isOutdated) void message.warning(intl.formatMessage({ id: 'office.arrange.outdated' }))
      onChanged()
    },
  })
  const toggle = async ({ id, version }: Partner, visible: boolean): Promise<void> => {
    setBusy(id)
    try {
      await client(partnerSwitch, { params: { id }, body: { visible, version } })
    } catch {
      // The request has said why.
    }
    setBusy(undefined)
    onChanged()
  }
  return (
    <>
      <ArrangedList
        label={intl.formatMessage({ id: 'menu.partners' })}
        items={ids.map((id) => partners.find((partner) => partner.id === id)!).filter(isListed)}
        nameOf={nameOf}
        onPlace={place}
      >
        {(partner) => (
          <div className={styles.partner}>
            <div className={styles.logo}>
              {partner.logoPicture && <Picture picture={partner.logoPicture} alt="" sizes="120px" />}
            </div>
            <div className={styles.text}>
              <Link to={`/Admin/Partner/Edit?id=${partner.id}`} className={styles.name}>
                {nameOf(partner)}
              </Link>
              <Space wrap size={[8, 4]}>
                <Typography.Text type="secondary">
                  <FormattedMessage id={`office.partners.role.${partner.role}`} />
                </Typography.Text>
                <TranslationTags written={partner.written} />
                {partner.link && (
                  <Typography.Text type="secondary" className={styles.link!}>
                    {partner.link}
                  </Typography.Text>
                )}
              </Space>
            </div>
            <Space>
              <Switch
                checked={partner.visible}
                loading={busy === partner.id}
                aria-label={intl.formatMessage({ id: 'office.partners.switch' }, { name: nameOf(partner) })}
                onChange={(visible) => void toggle(partner, visible)}
              />
              <RowActions
                name={nameOf(partner)}
                actions={[
                  {
                    key: 'edit',
                    label: intl.formatMessage({ id: 'office.list.edit' }),
                    onClick: () => void go(router, `/Admin/Partner/Edit?id=${partner.id}`),
                  },
                  {
                    key: 'delete',
                    label: intl.formatMessage({ id: 'office.delete.confirm' }),
                    danger: true,
                    onClick: () => setLeaving(partner),
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
            await client(partnerDeletion, { params: { id }, query: { version: String(version) } }).finally(onChanged)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}
