import type { FileId } from '@lectern/contract/ids.ts'
import { FieldError, FieldHint, OptionalMark, useField } from '../../../ui/form/field-frame.tsx'
import frame from '../../../ui/form/field-frame.module.css'
import { UploadField } from '../../files/components/upload-field.tsx'
import { useRecommendationText } from '../recommendation-text.ts'

interface ScanFieldProps {
  needsScan: boolean
  target: Readonly<Record<string, string>>
  value: FileId | null
  onChange: (file: FileId | null) => void
}

/** The scan or photo of the stamped summary. */
export const ScanField = ({ needsScan, target, value, onChange }: ScanFieldProps) => {
  const { t } = useRecommendationText()
  const hint = t('scan.about')
  const { id, messages, aria } = useField({ name: 'scan', hint })
  return (
    <div className={frame.frame} data-field data-wrong={messages.length > 0 || undefined}>
      <p className={frame.label}>
        {t('scan')}
        {!needsScan && <OptionalMark />}
      </p>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} messages={messages} />
      <UploadField
        purpose="stampedSummary"
        target={target}
        id={id}
        name="scan"
        label={t('scan')}
        value={value}
        onChange={onChange}
        aria-describedby={aria['aria-describedby']}
      />
    </div>
  )
}
