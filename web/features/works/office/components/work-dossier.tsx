import { Alert, Card, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import type { FileId } from '@lectern/contract/ids.ts'
import type { WorkDossier as Dossier } from '@lectern/contract/works/work-office.ts'
import { hasStandingSubmission } from '@lectern/contract/works/work-values.ts'
import type { Client } from '../../../../request/client.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { useWorkWords } from '../work-words.ts'
import { BlankedWords } from './blanked-words.tsx'
import { LeakList } from './leak-list.tsx'
import { RedactionList } from './redaction-list.tsx'
import { ContactList, VersionList, WorkFacts, WorkHistory } from './work-record.tsx'
import { isMissing, shownOf, WorkViewer } from './work-viewer.tsx'
import styles from './work-dossier.module.css'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card size="small" title={<h2 className={styles.title}>{title}</h2>}>
    {children}
  </Card>
)

interface WorkDossierProps {
  client: Client
  dossier: Dossier
  /** What is decided on it. */
  decision: ReactNode
  /** What else organisers do for its team. */
  children: ReactNode
  onChanged: () => void
}

/** One work for the formal check: what was handed in, and beside it all that is decided by. */
export const WorkDossier = ({ client, dossier, decision, children, onChanged }: WorkDossierProps) => {
  const intl = useIntl()
  const { t } = useWorkWords()
  const { work, versions, leaks, blankedWords, redactions, isJudged, isOwnActivity } = dossier
  const latest = versions[0]?.number ?? null
  const [version, setVersion] = useState<number | null>(latest)
  const [asExperts, setAsExperts] = useState(false)
  const [chosen, setChosen] = useState<{ part?: string; file?: string | undefined }>({})
  const missing = work.parts.filter((part) => isMissing(shownOf(dossier, version), part))
  const show = (id: FileId): void => {
    const holder = versions.find(({ files }) => files.some((file) => file.id === id))
    const file = (holder?.files ?? dossier.files).find((one) => one.id === id)
    if (!file) return
    setVersion(holder?.number ?? null)
    setChosen({ part: file.part, file: id })
  }
  return (
    <div className={styles.dossier}>
      <div className={styles.head}>
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          {decision}
          {work.isScanning && <Alert type="info" role="status" showIcon title={t('scanning')} />}
          {latest !== null && !hasStandingSubmission(work.state) && (
            <Alert type="info" showIcon title={t('noStanding', { submission: latest })} />
          )}
          {hasStandingSubmission(work.state) && work.isChanged && versions.length > 0 && (
            <Alert type="info" showIcon title={t('changing')} description={t('changing.about')} />
          )}
          {missing.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={t('missing', { labels: intl.formatList(missing.map(({ label }) => label)) })}
            />
          )}
          <Card size="small">
            <WorkFacts dossier={dossier} />
          </Card>
        </Space>
      </div>
      <WorkViewer
        dossier={dossier}
        version={version}
        onVersion={setVersion}
        asExperts={asExperts}
        onAsExperts={setAsExperts}
        part={chosen.part}
        file={chosen.file}
        onChoose={(part, file) => setChosen({ part, file })}
        onChanged={onChanged}
      />
      <div className={styles.side}>
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          {leaks.length > 0 && (
            <Part title={t('leaks', { count: leaks.filter(({ judgement }) => judgement === 'open').length })}>
              <LeakList
                client={client}
                work={work.id}
                leaks={leaks}
                isOwnActivity={isOwnActivity}
                isJudged={isJudged}
                onShow={show}
                onChanged={onChanged}
              />
            </Part>
          )}
          {blankedWords.length > 0 && (
            <Part title={t('blanked')}>
              <BlankedWords
                client={client}
                work={work.id}
                words={blankedWords}
                isFixed={isOwnActivity || isJudged}
                onChanged={onChanged}
              />
            </Part>
          )}
          {redactions.length > 0 && (
            <Part title={t('redactions')}>
              <RedactionList
                client={client}
                work={work.id}
                redactions={redactions}
                isOwnActivity={isOwnActivity}
                onChanged={onChanged}
              />
            </Part>
          )}
          <Part title={t('versions')}>
            <VersionList dossier={dossier} />
          </Part>
          <Part title={t('people')}>
            <ContactList dossier={dossier} />
          </Part>
          <Part title={t('history')}>
            <WorkHistory work={work} />
          </Part>
          {children}
        </Space>
      </div>
    </div>
  )
}
