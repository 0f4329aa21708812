import type { ResultList } from '@lectern/contract/results/results.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { useResultWords } from '../result-words.ts'
import styles from './list-proof.module.css'

/** What proves a list: the same input gives the same rows, and each has a hash. */
export const ListProof = ({ list }: { list: ResultList }) => {
  const { t } = useResultWords()
  const hashes: [label: string, value: string][] = [
    ...(list.fingerprintVersion === 1 ? [] : [[t('hash.fingerprint'), list.fingerprint] satisfies [string, string]]),
    [t('hash.rows'), list.rowsHash],
    [t('hash.input'), list.inputHash],
    [t('hash.rules'), list.rulesHash],
  ]
  return (
    <details className={styles.proof}>
      <summary>{t('hash')}</summary>
      <p>{t('hash.about')}</p>
      <dl>
        {hashes.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton text={() => value} label={t('copy')} copied={t('copied')} name={label} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
