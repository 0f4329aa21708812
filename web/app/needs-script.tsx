import { FormattedMessage } from '../ui/intl.tsx'

/** Where something would stand that only a script can show. */
export const NeedsScript = () => (
  <noscript>
    <p>
      <FormattedMessage id="shell.needsScript" />
    </p>
  </noscript>
)
