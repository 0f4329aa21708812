import { Typography } from 'antd'
import { localize } from '@lectern/contract/localized.ts'
import { deletePartner, reorderPartners, switchPartner, type Partner } from '@lectern/contract/partners/partners.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { VisibilityList } from '../../admin-ui/components/visibility-list.tsx'
import { TranslationTags } from '../../admin-ui/components/translation-tags.tsx'
import { formCall } from '../../admin-ui/use-office-form.ts'
import styles from './partner-list.module.css'

interface PartnerListProps {
  client: Client
  partners: readonly Partner[]
  order: string
  /** Which partners are listed; hidden ones keep their places. */
  isListed: (partner: Partner) => boolean
  onChanged: () => void
}

/** Partners in display order. */
export const PartnerList = ({ client, partners, order, isListed, onChanged }: PartnerListProps) => {
  const intl = useIntl()
  return (
    <VisibilityList
      label={intl.formatMessage({ id: 'menu.partners' })}
      items={partners}
      order={order}
      isListed={isListed}
      nameOf={({ name }) => localize(name, intl.locale).text}
      addressOf={({ id }) => `/Admin/Partner/Edit?id=${id}`}
      switchLabel={(name) => intl.formatMessage({ id: 'office.partners.switch' }, { name })}
      onReorder={(ids, basedOn) => client(reorderPartners, { body: { ids, basedOn } }, formCall)}
      onSwitch={({ id, version }, visible) => client(switchPartner, { params: { id }, body: { visible, version } })}
      onDelete={({ id, version }) => client(deletePartner, { params: { id }, query: { version: String(version) } })}
      onChanged={onChanged}
      renderPicture={({ logoPicture }) => (
        <div className={styles.logo}>{logoPicture && <Picture picture={logoPicture} alt="" sizes="120px" />}</div>
      )}
    >
      {(partner) => (
        <>
          <Typography.Text type="secondary">
            <FormattedMessage id={`office.partners.role.${partner.role}`} />
          </Typography.Text>
          <TranslationTags stamps={partner.written} />
          {partner.link && (
            <Typography.Text type="secondary" className={styles.link!}>
              {partner.link}
            </Typography.Text>
          )}
        </>
      )}
    </VisibilityList>
  )
}
