import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { useEffect } from 'react'
import { readAnnouncement, type Announcement } from '@lectern/contract/announcements/announcements.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useAnnouncementWords, type Choices } from '../../features/announcements/announcement-words.ts'
import { AnnouncementEditor } from '../../features/announcements/components/announcement-editor.tsx'
import { SentAnnouncement } from '../../features/announcements/components/sent-announcement.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { useSavedItem } from '../../features/admin-ui/use-saved-item.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const path = '/Admin/Announcement/Edit'

/** Without an id in the address: a new announcement. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  const quietly = { skipErrorHandler: true }
  const announcement = id ? await client(readAnnouncement, { params: { id } }, quietly) : undefined
  const edition = announcement?.audience.edition
  const choices = await client(listEnrolmentChoices, { query: edition ? { edition } : {} }, quietly)
  return { announcement, choices }
}

const lookAgainMilliseconds = 2_000

const Desk = ({ announcement: loaded, choices }: { announcement: Announcement | undefined; choices: Choices }) => {
  const client = useClient()
  const router = useRouter()
  const { t, titleOf } = useAnnouncementWords()
  const [announcement, take] = useSavedItem(loaded, path)
  return (
    <OfficeFrame
      title={announcement ? titleOf(announcement).text : t('add')}
      actions={<BackLink to="/Admin/Announcement" label="menu.announcements" />}
    >
      <AnnouncementEditor
        client={client}
        announcement={loaded}
        choices={choices}
        onSaved={take}
        onSent={() => void router.reload()}
        onDeleted={() => void go(router, '/Admin/Announcement')}
      />
    </OfficeFrame>
  )
}

const Sent = ({ announcement, choices }: { announcement: Announcement; choices: Choices }) => {
  const client = useClient()
  const router = useRouter()
  const { titleOf } = useAnnouncementWords()
  const isMoving = announcement.state === 'sending' || announcement.letters.waiting > 0
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => void router.reload(), lookAgainMilliseconds)
    return () => clearInterval(timer)
  }, [isMoving, router])
  return (
    <OfficeFrame
      title={titleOf(announcement).text}
      actions={<BackLink to="/Admin/Announcement" label="menu.announcements" />}
    >
      <SentAnnouncement
        client={client}
        announcement={announcement}
        choices={choices}
        onCopied={({ id }) => void go(router, `${path}?id=${id}`)}
      />
    </OfficeFrame>
  )
}

export default function AnnouncementEdit() {
  const { announcement, choices } = useData<typeof loader>()
  if (announcement && announcement.state !== 'draft') return <Sent announcement={announcement} choices={choices} />
  return <Desk key={announcement?.id ?? 'new'} announcement={announcement} choices={choices} />
}
