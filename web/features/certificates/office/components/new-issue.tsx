import { Button } from 'antd'
import { useState } from 'react'
import type { CertificateIssue } from '@lectern/contract/certificates/certificate-office.ts'
import type { Client } from '../../../../request/client.ts'
import { dayOf } from '../../../admin-ui/days.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { useIssueChoices } from '../use-issue-choices.ts'
import { IssueCreation } from './issue-creation.tsx'

interface NewIssueProps {
  client: Client
  /** False: an empty list has a button of its own. */
  hasButton: boolean
  isOpen: boolean
  /** The activity whose list it is for, if it is known. */
  about: string | undefined
  onOpen: () => void
  onCreated: (issue: CertificateIssue) => void
  onClose: () => void
}

/** The dialog of a new issue, and the button that opens it. */
export const NewIssue = ({ client, hasButton, isOpen, about, onOpen, onCreated, onClose }: NewIssueProps) => {
  const { t, intl } = useCertificateWords()
  const choices = useIssueChoices(client)
  const [today] = useState(() => dayOf(new Date().toISOString(), intl.timeZone))
  return (
    <>
      {hasButton && (
        <Button type="primary" aria-haspopup="dialog" onClick={onOpen}>
          {t('issue.create')}
        </Button>
      )}
      {isOpen && choices && (
        <IssueCreation
          client={client}
          choices={choices}
          today={today}
          about={about}
          onCreated={onCreated}
          onClose={onClose}
        />
      )}
    </>
  )
}
