import type { PublicResult } from '@lectern/contract/results/public-results.ts'
import { AnyLink } from '../../../router/link.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Hash } from '../../works/components/hash.tsx'
import { listTextAddress } from '../result-address.ts'
import styles from './result-notes.module.css'

type ProofProps = Pick<
  PublicResult,
  'id' | 'fingerprint' | 'fingerprintVersion' | 'proof' | 'recipes' | 'inputHash' | 'rulesHash'
>

/** The text that the fingerprint is made of, and how to get one from the other. */
const Recipes = ({ id, proof, recipes }: Pick<ProofProps, 'id' | 'proof' | 'recipes'>) => (
  <>
    {proof.text.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <p className={`row gap-12 print-hidden ${styles.copy}`}>
      <AnyLink className="button quiet" address={listTextAddress(id)} download="list.txt">
        <FormattedMessage id="result.proof.text" />
      </AnyLink>
    </p>
    <details>
      <summary>
        <FormattedMessage id="result.proof.recipe" />
      </summary>
      {recipes.map(({ name, code }) => (
        <figure key={name} className={`stack gap-4 ${styles.recipe}`}>
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
export const ResultProof = ({
  id,
  fingerprint,
  fingerprintVersion,
  proof,
  recipes,
  inputHash,
  rulesHash,
}: ProofProps) => {
  const intl = useIntl()
  return (
    <section className={`stack gap-12 ${styles.note}`} aria-labelledby="proof">
      <h2 id="proof">
        <FormattedMessage id="result.proof" />
      </h2>
      <p>{proof.fingerprint}</p>
      <dl className={styles.hashes}>
        <dt>
          <FormattedMessage id="result.proof.rows" />
        </dt>
        <dd>
          <Hash value={fingerprint} />
        </dd>
      </dl>
      <div className={`row gap-12 print-hidden ${styles.copy}`}>
        <CopyButton
          text={() => fingerprint}
          label={<FormattedMessage id="result.copyHash" />}
          copied={<FormattedMessage id="result.hashCopied" />}
          name={intl.formatMessage({ id: 'result.hashField' })}
        />
      </div>
      {fingerprintVersion !== 1 && <Recipes id={id} proof={proof} recipes={recipes} />}
      <p>{proof.computation}</p>
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
