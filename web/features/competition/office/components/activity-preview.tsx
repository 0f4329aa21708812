import { useCallback } from 'react'
import { previewActivity, type ActivityContent } from '@lectern/contract/competition/activities.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../../request/client.ts'
import { EnrolmentMoment } from '../../components/activity-card.tsx'
import { ActivityView } from '../../components/activity-view.tsx'
import { PreviewDialog, type InLanguage } from '../../../admin-ui/components/preview-dialog.tsx'

interface ActivityPreviewProps {
  client: Client
  content: ActivityContent
  editionId: EditionId
  /** Null for a new activity. */
  id: ActivityId | null
  /** The initial language. */
  language: Locale
  inLanguage: InLanguage
  onClose: () => void
}

/** Preview of an activity as visitors see it, published or not. */
export const ActivityPreview = ({ client, content, editionId, id, ...dialog }: ActivityPreviewProps) => {
  const load = useCallback(
    (locale: Locale) =>
      client(previewActivity, { body: { locale, content, editionId, id } }, { skipErrorHandler: true }),
    [client, content, editionId, id],
  )
  return (
    <PreviewDialog
      {...dialog}
      load={load}
      render={(activity, locale) => (
        <ActivityView
          activity={activity}
          readerLocale={locale}
          standing={activity.standing}
          deadline={<EnrolmentMoment activity={activity} timeZone={activity.edition.timeZone} />}
        />
      )}
    />
  )
}
