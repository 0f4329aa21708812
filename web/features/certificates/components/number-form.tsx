import { certificatePath } from '@lectern/contract/certificates/certificate-values.ts'
import { QueryForm } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './number-form.module.css'

/** Asks for a number as it is printed; works without JavaScript. */
export const NumberForm = ({ number }: { number: string }) => (
  <QueryForm className={`stack gap-8 ${styles.form}`} role="search" to={certificatePath}>
    <label htmlFor="certificate-number">
      <FormattedMessage id="certificate.number" />
    </label>
    <div className={`row gap-12 ${styles.row}`}>
      <input
        id="certificate-number"
        key={number}
        name="number"
        defaultValue={number}
        required
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby="certificate-number-hint"
      />
      <button type="submit" className="button">
        <FormattedMessage id="certificate.verify" />
      </button>
    </div>
    <p id="certificate-number-hint" className="muted small">
      <FormattedMessage id="certificate.number.hint" />
    </p>
  </QueryForm>
)
