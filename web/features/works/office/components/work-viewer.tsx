import { Alert, Segmented, Select, Space, Switch, Typography } from 'antd'
import type { OfficeFile, SubmittedVersion, WorkDossier } from '@lectern/contract/works/work-office.ts'
import type { ShownPart } from '@lectern/contract/works/works.ts'
import { isFilePart } from '@lectern/contract/works/work-values.ts'
import { AnyLink } from '../../../../router/link.tsx'
import { Cover } from '../../../../ui/cover.tsx'
import { useIntl } from '../../../../ui/intl.tsx'
import { momentText } from '../../../../ui/moment.tsx'
import { SectionTabs } from '../../../admin-ui/components/section-tabs.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { coverUrl } from '../list-query.ts'
import { useWorkWords } from '../work-words.ts'
import { FileView } from './file-view.tsx'
import { RedactionUpload } from './redaction-upload.tsx'
import styles from './work-dossier.module.css'

/** What is looked at: a submission, or what is being prepared. */
export interface ShownWork {
  title: string
  summary: string
  values: Readonly<Record<string, string>>
  files: readonly OfficeFile[]
  /** What was typed, as experts read it. */
  forExperts: WorkDossier['forExperts']
}

export const shownOf = ({ work, files, versions, forExperts }: WorkDossier, number: number | null): ShownWork =>
  versions.find((version) => version.number === number) ?? { ...work, files, forExperts }

const filesOf = ({ files }: ShownWork, part: ShownPart): OfficeFile[] => files.filter((file) => file.part === part.id)

export const isMissing = (version: ShownWork, part: ShownPart): boolean => {
  if (!part.required) return false
  return isFilePart(part.kind) ? filesOf(version, part).length < part.minFiles : !version.values[part.id]?.trim()
}

interface PartViewProps {
  work: WorkDossier['work']['id']
  part: ShownPart
  version: ShownWork
  asExperts: boolean
  /** The file that is looked at. */
  file: string | undefined
  dossier: Pick<WorkDossier, 'isOwnActivity' | 'isJudged'>
  onChanged: () => void
  onChoose: (file: string) => void
}

const PartView = (props: PartViewProps) => {
  const { work, part, version, asExperts, file: chosen, dossier, onChoose, onChanged } = props
  const { t } = useWorkWords()
  if (asExperts && !part.forExperts) return <Alert type="info" showIcon title={t('part.hidden')} />
  const value = version.values[part.id] ?? ''
  if (!isFilePart(part.kind) && value) {
    // What is being prepared may be anything that was typed.
    const isLink = part.kind === 'link' && /^https?:\/\//i.test(value)
    return (
      <p className="break-anywhere pre-line">
        {isLink ? (
          <AnyLink address={value} target="_blank">
            {value}
          </AnyLink>
        ) : (
          value
        )}
      </p>
    )
  }
  const files = filesOf(version, part)
  const file = files.find(({ id }) => id === chosen) ?? files[0]
  // Experts do not learn what a team called its files.
  const nameOf = (at: number): string => (asExperts ? `${part.label} ${at + 1}` : files[at]!.name)
  if (!file) return <Typography.Text type="secondary">{t('part.empty')}</Typography.Text>
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {files.length > 1 && (
        <div className={styles.files}>
          <Segmented
            aria-label={t('files')}
            value={file.id}
            options={files.map(({ id }, at) => ({ value: id, label: nameOf(at) }))}
            onChange={onChoose}
          />
        </div>
      )}
      <FileView
        work={work}
        file={{ ...file, name: nameOf(files.indexOf(file)) }}
        asExperts={asExperts}
        redaction={
          !dossier.isOwnActivity && (
            <RedactionUpload work={work} file={file.id} isJudged={dossier.isJudged} onDone={onChanged} />
          )
        }
      />
    </Space>
  )
}

interface WorkViewerProps {
  dossier: WorkDossier
  /** Of a submission; null: what is being prepared. */
  version: number | null
  onVersion: (version: number | null) => void
  asExperts: boolean
  onAsExperts: (asExperts: boolean) => void
  part: string | undefined
  file: string | undefined
  onChoose: (part: string, file?: string) => void
  onChanged: () => void
}

/** Everything that was handed in, part by part. */
export const WorkViewer = (props: WorkViewerProps) => {
  const { dossier, version, onVersion, asExperts, onAsExperts, part, file, onChoose, onChanged } = props
  const intl = useIntl()
  const { t } = useWorkWords()
  const { work, versions } = dossier
  const handedIn = shownOf(dossier, version)
  const submission = asExperts ? { ...handedIn, ...handedIn.forExperts } : handedIn
  const prepared = { value: 0, label: t('version.prepared') }
  const nameOf = ({ number, at }: SubmittedVersion): string => t('version.at', { number, at: momentText(intl, at) })
  const labelOf = (one: ShownPart) => {
    const files = filesOf(submission, one)
    const isBad = files.some(({ findings }) => findings.some(({ isBlocking }) => isBlocking))
    return (
      <>
        {one.label} {files.length > 1 && `(${files.length})`}{' '}
        {isMissing(submission, one) && <StateTag tone="bad">{t('part.missing')}</StateTag>}
        {isBad && <StateTag tone="bad">{t('mark.blocking')}</StateTag>}
      </>
    )
  }
  return (
    <section className={styles.viewer} aria-label={t('viewer')}>
      <Space wrap className={styles.tools!}>
        {versions.length + Number(work.isChanged) > 1 && (
          <Select
            aria-label={t('version')}
            value={version ?? 0}
            options={[
              ...(work.isChanged || versions.length === 0 ? [prepared] : []),
              ...versions.map((one) => ({ value: one.number, label: nameOf(one) })),
            ]}
            onChange={(number) => onVersion(number || null)}
            popupMatchSelectWidth={false}
            style={{ minWidth: 220 }}
          />
        )}
        {work.blind && (
          <label className={styles.switch}>
            <Switch size="small" checked={asExperts} onChange={onAsExperts} /> {t('asExperts')}
          </label>
        )}
      </Space>
      {version === null && versions.length > 0 && <Alert type="info" showIcon title={t('version.prepared.about')} />}
      <div className={styles.pictured}>
        {/* Made of what the team has handed in, not of what experts see. */}
        {!asExperts && <Cover src={coverUrl(work.id)} size="list" />}
        <h2 className={styles.workTitle}>{submission.title || t('untitled')}</h2>
      </div>
      {submission.summary && <p className="break-anywhere pre-line">{submission.summary}</p>}
      <SectionTabs
        {...(part && { activeKey: part })}
        onChange={(key) => onChoose(key)}
        items={work.parts.map((one) => ({
          key: one.id,
          label: labelOf(one),
          children: (
            <PartView
              work={work.id}
              part={one}
              version={submission}
              asExperts={asExperts}
              file={file}
              dossier={dossier}
              onChanged={onChanged}
              onChoose={(id) => onChoose(one.id, id)}
            />
          ),
        }))}
        destroyOnHidden
      />
    </section>
  )
}
