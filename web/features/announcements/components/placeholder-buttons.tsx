import { Button, Space } from 'antd'
import {
  placeholdersFor,
  type AudienceBase,
  type Placeholder,
} from '@lectern/contract/announcements/announcement-values.ts'
import { useAnnouncementWords } from '../announcement-words.ts'

interface PlaceholderButtonsProps {
  base: AudienceBase
  onInsert: (placeholder: Placeholder) => void
}

/** Buttons that insert a placeholder at the cursor. */
export const PlaceholderButtons = ({ base, onInsert }: PlaceholderButtonsProps) => {
  const { t } = useAnnouncementWords()
  return (
    <Space wrap size="small" role="group" aria-label={t('insert')} style={{ marginBottom: 8 }}>
      <span>{t('insert')}</span>
      {placeholdersFor(base).map((name) => (
        // Keeps the focus in the text.
        <Button key={name} size="small" onMouseDown={(event) => event.preventDefault()} onClick={() => onInsert(name)}>
          {t(`placeholder.${name}`)} <code>{`{${name}}`}</code>
        </Button>
      ))}
    </Space>
  )
}
