import { maxRemarkLength } from '@lectern/contract/recommendations/recommendation-values.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './remark-field.module.css'

interface RemarkFieldProps {
  /** Of the entry, for screen readers. */
  name: string
  value: string
  /** What somebody else has written meanwhile; undefined: nothing. */
  theirs: string | undefined
  onChange: (text: string) => void
  onChoose: (whose: 'mine' | 'theirs') => void
}

/** A remark about an entry. It is saved while it is typed. */
export const RemarkField = ({ name, value, theirs, onChange, onChoose }: RemarkFieldProps) => {
  const { t } = useRecommendationText()
  return (
    <>
      <input
        type="text"
        className={styles.remark}
        defaultValue={value}
        maxLength={maxRemarkLength}
        autoComplete="off"
        aria-label={t('remark.of', { name })}
        placeholder={t('remark.placeholder')}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {theirs !== undefined && (
        <div role="alert" className={styles.contested}>
          <p className="small">{theirs === '' ? t('remark.removed') : t('remark.theirs', { text: theirs })}</p>
          <p className="row gap-12">
            <button type="button" className={styles.choose} onClick={() => onChoose('mine')}>
              {t('remark.keepMine')}
            </button>
            <button type="button" className={styles.choose} onClick={() => onChoose('theirs')}>
              {t('remark.takeTheirs')}
            </button>
          </p>
        </div>
      )}
    </>
  )
}
