import { FormattedMessage } from '../ui/intl.tsx'

/** A note in place of content that needs JavaScript. */
export const NeedsScript = () => (
  <noscript>
    <p>
      <FormattedMessage id="shell.needsScript" />
    </p>
  </noscript>
)
