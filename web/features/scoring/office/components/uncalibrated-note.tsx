import { Alert } from 'antd'
import { useScoringWords } from '../scoring-words.ts'

/** Names the experts of a calibrated round whose points count as given. */
export const UncalibratedNote = ({ names }: { names: readonly string[] }) => {
  const { t, intl } = useScoringWords()
  return names.length > 0 ? (
    <Alert
      type="info"
      showIcon
      title={t('uncalibrated')}
      description={t('uncalibrated.help', { names: intl.formatList([...names]) })}
    />
  ) : null
}
