import type { PublicResult } from '@lectern/contract/public-results.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Hash } from '../../works/components/hash.tsx'
import styles from './result-notes.module.css'

type ProofProps = Pick<PublicResult, 'rowsHash' | 'inputHash' | 'rulesHash'>

/** The fingerprint of a list, and what it is good for. */
export const ResultProof = ({ rowsHash, inputHash, rulesHash }: ProofProps) => {
  const intl = useIntl()
  return (
    <section className={styles.note} aria-labelledby="proof">
      <h2 id="proof">
        <FormattedMessage id="result.proof" />
      </h2>
      <p>
        <FormattedMessage id="result.proof.about" />
      </p>
      <dl className={styles.hashes}>
        <dt>
          <FormattedMessage id="result.proof.rows" />
        </dt>
        <dd>
          <Hash value={rowsHash} />
        </dd>
      </dl>
      <div className={styles.copy}>
        <CopyButton
          text={() => rowsHash}
          label={<FormattedMessage id="result.copyHash" />}
          copied={<FormattedMessage id="result.hashCopied" />}
          name={intl.formatMessage({ id: 'result.hashField' })}
        />
      </div>
      <p>
        <FormattedMessage id="result.proof.recompute" />
      </p>
      <dl className={styles.hashes}>
        <dt>
          <FormattedMessage id="result.proof.input" />
        </dt>
        <dd>
          <Hash value={inputHash} />
        </dd>
        <dt>
          <FormattedMessage id="result.proof.rules" />
        </dt>
        <dd>
          <Hash value={rulesHash} />
        </dd>
      </dl>
    </section>
  )
}
