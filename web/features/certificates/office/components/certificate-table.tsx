import { Button } from 'antd'
import { useState } from 'react'
import { verificationPath } from '@lectern/contract/certificate-values.ts'
import type { ListedCertificate } from '@lectern/contract/certificates.ts'
import type { Client } from '../../../../request/client.ts'
import { Link } from '../../../../router/link.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { ListTable, type ListState } from '../../../admin-ui/components/list-table.tsx'
import { SelectionBar } from '../../../admin-ui/components/selection-bar.tsx'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'
import { revokeCertificate } from '../api.ts'
import { useBundling } from '../bundling.tsx'
import { useCertificateWords } from '../certificate-words.ts'
import { CertificateState } from './certificate-state.tsx'
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
  const [asked, setAsked] = useState<Asked>()
  const bundling = useBundling(client)
  const { selected, onSelect } = state
  const close = (): void => setAsked(undefined)
  const bundle = async (): Promise<void> => {
    if (await bundling.begin({ ids: selected.map(({ id }) => id) })) onSelect([])
  }
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
        isFixed={({ isReady, state: own }) => !isReady || own !== 'issued'}
        columns={[
          {
            key: 'number',
            title: t('number'),
            render: (_, { number, id, isReady }) => (
              <span style={{ whiteSpace: 'nowrap' }} translate="no">
                {isReady ? (
                  <a href={`/api/certificates/${id}/pdf`} target="_blank" rel="noreferrer">
                    {number}
                  </a>
                ) : (
                  number
                )}
              </span>
            ),
          },
          {
            key: 'name',
            title: t('name'),
            render: (_, { name, institution, locale }) => (
              <span lang={locale}>
                {name}
                {institution && (
                  <small style={{ display: 'block' }}>
                    <Link to={`/Admin/Certificate?institution=${encodeURIComponent(institution)}`}>{institution}</Link>
                  </small>
                )}
              </span>
            ),
          },
          {
            key: 'award',
            title: t('award'),
            render: (_, { award, kind, work, locale }) => (
              <span lang={locale}>
                {award || t(`kind.${kind}`)}
                {work && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{work}</small>}
              </span>
            ),
          },
          { key: 'activity', title: t('activity'), render: (_, { activity }) => activity },
          {
            key: 'state',
            title: t('state'),
            render: (_, { state: own, reason, replacedBy }) => (
              <>
                <CertificateState state={own} />
                {replacedBy && (
                  <small style={{ display: 'block' }} translate="no">
                    → <Link to={`/Admin/Certificate?search=${replacedBy.number}`}>{replacedBy.number}</Link>
                  </small>
                )}
                {reason && (
                  <small style={{ display: 'block', maxWidth: '18em', color: 'var(--ink-2)' }}>{reason}</small>
                )}
              </>
            ),
          },
          {
            key: 'issuedAt',
            title: zoned(t('issuedAt')),
            render: (_, { issuedAt }) => <Moment value={issuedAt} />,
          },
          actions(
            ({ number }) => number,
            (certificate) => [
              {
                key: 'verify',
                label: t('verify'),
                onClick: () => void window.open(verificationPath(certificate.number), '_blank', 'noreferrer'),
              },
              ...(certificate.state === 'issued'
                ? [
                    {
                      key: 'replace',
                      label: t('replace'),
                      onClick: () => setAsked({ step: 'replace', certificate }),
                    },
                    {
                      key: 'revoke',
                      label: t('revoke'),
                      danger: true,
                      onClick: () => setAsked({ step: 'revoke', certificate }),
                    },
                  ]
                : []),
            ],
          ),
        ]}
      />
      {asked?.step === 'revoke' && (
        <ReasonDialog
          title={t('revoke.title', { number: asked.certificate.number })}
          help={t('revoke.help')}
          action={t('revoke')}
          isDangerous
          onSend={async (reason) => {
            await client(
              revokeCertificate,
              { params: { id: asked.certificate.id }, body: { reason } },
              { inPlaceSignIn: true },
            )
            onChanged()
          }}
          onClose={close}
        />
      )}
      {asked?.step === 'replace' && (
        <ReplaceDialog client={client} id={asked.certificate.id} onReplaced={onChanged} onClose={close} />
      )}
    </>
  )
}
