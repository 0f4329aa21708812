import type { PublicResult } from '@lectern/contract/public-results.ts'
import { fingerprintRecipes } from '@lectern/contract/results/fingerprint-recipes.ts'
import { AnyLink } from '../../../router/link.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { FileIcon } from '../../../ui/page-icons.tsx'
import { Hash } from '../../works/components/hash.tsx'
import { listTextAddress } from '../result-address.ts'
import styles from './result-notes.module.css'

type ProofProps = Pick<PublicResult, 'id' | 'fingerprint' | 'fingerprintVersion' | 'erased' | 'inputHash' | 'rulesHash'>

/** The text that the fingerprint is made of, and how to get one from the other. */
const Recipes = ({ id, erased }: Pick<ProofProps, 'id' | 'erased'>) => (
  <>
    <p>
      <FormattedMessage id="result.proof.text.about" />
    </p>
    {erased > 0 && (
      <p>
        <FormattedMessage id="result.proof.erased" values={{ count: erased }} />
      </p>
    )}
    <p className={styles.copy}>
      <AnyLink className="button quiet" address={listTextAddress(id)} download="list.txt">
        <FileIcon />
        <FormattedMessage id="result.proof.text" />
      </AnyLink>
    </p>
    <details>
      <summary>
        <FormattedMessage id="result.proof.recipe" />
      </summary>
      {fingerprintRecipes.map(({ name, code }) => (
        <figure key={name} className={styles.recipe}>
          <figcaption>{name}</figcaption>
          <pre>
            <code>{code}</code>
          </pre>
        </figure>
      ))}
    </details>
  </>
)

/** The fingerprint of a list, and what it is good for. */
export const ResultProof = ({ id, fingerprint, fingerprintVersion, erased, inputHash, rulesHash }: ProofProps) => {
  const intl = useIntl()
  return (
    <section className={styles.note} aria-labelledby="proof">
      <h2 id="proof">
        <FormattedMessage id="result.proof" />
      </h2>
      <p>
        <FormattedMessage id={fingerprintVersion === 1 ? 'result.proof.first' : 'result.proof.about'} />
      </p>
      <dl className={styles.hashes}>
        <dt>
          <FormattedMessage id="result.proof.rows" />
        </dt>
        <dd>
          <Hash value={fingerprint} />
        </dd>
      </dl>
      <div className={styles.copy}>
        <CopyButton
          text={() => fingerprint}
          label={<FormattedMessage id="result.copyHash" />}
          copied={<FormattedMessage id="result.hashCopied" />}
          name={intl.formatMessage({ id: 'result.hashField' })}
        />
      </div>
      {fingerprintVersion !== 1 && <Recipes id={id} erased={erased} />}
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
