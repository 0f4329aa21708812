import { Button } from 'antd'
import { useState } from 'react'
import { verificationPath } from '@lectern/contract/certificates/certificate-values.ts'
import { revokeCertificate, type ListedCertificate } from '@lectern/contract/certificates/certificates.ts'
import type { Client } from '../../../../request/client.ts'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { ListTable, type ListState } from '../../../admin-ui/components/list-table.tsx'
import type { RowAction } from '../../../admin-ui/components/row-actions.tsx'
import { RowCard } from '../../../admin-ui/components/row-card.tsx'
import { SelectionBar } from '../../../admin-ui/components/selection-bar.tsx'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'
import { useBundle } from '../use-bundle.tsx'
import { useCertificateWords } from '../certificate-words.ts'
import { AwardCell, CertificateCard, NameCell, NumberCell, StateCell } from './certificate-cells.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

interface CertificateTableProps extends ListState<ListedCertificate> {
  client: Client
  certificates: readonly ListedCertificate[]
  onChanged: () => void
}

/** What is being done with a certificate. */
type Asked = { step: 'revoke' | 'replace'; certificate: ListedCertificate }

export const CertificateTable = ({ client, certificates, onChanged, ...state }: CertificateTableProps) => {
  const { t } = useCertificateWords()
  const zoned = useZoned()
  const actions = useActionsColumn()
  const [dialog, setDialog] = useState<Asked>()
  const bundling = useBundle(client)
  const { selected, onSelect } = state
  const close = (): void => setDialog(undefined)
  const bundle = async (): Promise<void> => {
    if (await bundling.begin({ ids: selected.map(({ id }) => id) })) onSelect([])
  }
  const actionsOf = (certificate: ListedCertificate): RowAction[] => [
    {
      key: 'verify',
      label: t('verify'),
      onClick: () => void window.open(verificationPath(certificate.number), '_blank', 'noreferrer'),
    },
    ...(certificate.state === 'issued'
      ? [
          { key: 'replace', label: t('replace'), onClick: () => setDialog({ step: 'replace', certificate }) },
          {
            key: 'revoke',
            label: t('revoke'),
            danger: true,
            onClick: () => setDialog({ step: 'revoke', certificate }),
          },
        ]
      : []),
  ]
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('selected', { count: selected.length })}>
          <span>{t('selected', { count: selected.length })}</span>
          <Button loading={bundling.isBusy} onClick={() => void bundle()}>
            {t('bundle')}
          </Button>
          <Button type="text" onClick={() => onSelect([])}>
            {t('clear')}
          </Button>
        </SelectionBar>
      )}
      <ListTable<ListedCertificate>
        {...state}
        list={certificates}
        rowKey="id"
        none={t('none')}
        selectLabel={({ number }) => t('select', { number })}
        selectPageLabel={t('selectPage')}
        renderCard={(certificate) => (
          <RowCard name={certificate.number} actions={actionsOf(certificate)}>
            <CertificateCard {...certificate} />
          </RowCard>
        )}
        isFixed={({ isReady, state: own }) => !isReady || own !== 'issued'}
        columns={[
          {
            key: 'number',
            title: t('number'),
            render: (_, certificate) => <NumberCell {...certificate} />,
          },
          {
            key: 'name',
            title: t('name'),
            render: (_, certificate) => <NameCell {...certificate} />,
          },
          {
            key: 'award',
            title: t('award'),
            render: (_, certificate) => <AwardCell {...certificate} />,
          },
          // Narrower screens have the filter.
          {
            key: 'activity',
            title: t('activity'),
            responsive: ['xxl' as const],
            render: (_, { activity }) => activity,
          },
          {
            key: 'state',
            title: t('state'),
            render: (_, certificate) => <StateCell {...certificate} />,
          },
          {
            key: 'issuedAt',
            title: zoned(t('issuedAt')),
            render: (_, { issuedAt }) => <Moment value={issuedAt} />,
          },
          actions(({ number }) => number, actionsOf),
        ]}
      />
      {dialog?.step === 'revoke' && (
        <ReasonDialog
          title={t('revoke.title', { number: dialog.certificate.number })}
          help={t('revoke.help')}
          action={t('revoke')}
          isDangerous
          onSend={async (reason) => {
            await client(
              revokeCertificate,
              { params: { id: dialog.certificate.id }, body: { reason } },
              { inPlaceSignIn: true },
            )
            onChanged()
          }}
          onClose={close}
        />
      )}
      {dialog?.step === 'replace' && (
        <ReplaceDialog client={client} id={dialog.certificate.id} onReplaced={onChanged} onClose={close} />
      )}
    </>
  )
}
