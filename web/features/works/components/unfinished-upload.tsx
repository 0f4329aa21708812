import type { MessageId } from '@lectern/messages/message-id.ts'
import type { WorkUpload } from '@lectern/contract/works/work-uploads.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { isUploadOfBrowser } from '../../files/unfinished-uploads.ts'
import progressStyles from '../../files/components/upload-field.module.css'
import { sizeIn } from '../../materials/file-words.ts'
import styles from './works.module.css'

interface UnfinishedUploadProps {
  upload: WorkUpload
  timeZone: string
  onChoose: () => void
  onGiveUp: () => void
}

/** Who sends it, and what can be done. */
const adviceFor = ({ isOwn, isRunning }: WorkUpload, isOfBrowser: boolean): MessageId => {
  if (!isOwn) return isRunning ? 'work.unfinished.sentByOther' : 'work.unfinished.stoppedByOther'
  if (isRunning) return 'work.unfinished.sentElsewhere'
  return isOfBrowser ? 'work.unfinished.goOn' : 'work.unfinished.goOnElsewhere'
}

/** A file that has not arrived completely and is not being sent from this page. */
export const UnfinishedUpload = ({ upload, timeZone, onChoose, onGiveUp }: UnfinishedUploadProps) => {
  const intl = useIntl()
  const { id, name, size, received, begunAt, keptUntil, by, isOwn, isRunning } = upload
  const isOfBrowser = isOwn && isUploadOfBrowser(id)
  const isInterrupted = isOwn && !isRunning
  const share = received / Math.max(size, 1)
  const moment = (value: string) => <DateTime key={value} value={value} exact="here" timeZone={timeZone} />
  return (
    <li className={`stack gap-6 ${styles.file}`} data-standing={isInterrupted ? 'finding' : 'checking'}>
      <p className="break-anywhere">
        <bdi>{name}</bdi> <small>{sizeIn(intl, size)}</small>
      </p>
      <progress
        className={progressStyles.bar}
        aria-label={intl.formatMessage({ id: 'upload.progressOf' }, { name })}
        max={1}
        value={share}
        data-held={!isRunning || undefined}
      />
      <p className={styles.hint}>
        <FormattedMessage
          id="work.unfinished.arrived"
          values={{
            percent: intl.formatNumber(Math.floor(share * 100) / 100, { style: 'percent' }),
            begun: moment(begunAt),
          }}
        />
      </p>
      <p className={isInterrupted ? styles.refusal : styles.hint} role="status">
        <FormattedMessage id={adviceFor(upload, isOfBrowser)} values={{ name: by }} />
      </p>
      {isInterrupted && (
        <>
          <p className={styles.hint}>
            <FormattedMessage id="work.unfinished.kept" values={{ moment: moment(keptUntil) }} />
          </p>
          <p className={`row ${styles.fileActions}`}>
            {isOfBrowser && (
              <button type="button" onClick={onChoose}>
                <FormattedMessage id="work.unfinished.choose" />
              </button>
            )}
            <button type="button" onClick={onGiveUp}>
              <FormattedMessage id="work.unfinished.giveUp" />
            </button>
          </p>
        </>
      )}
    </li>
  )
}
