import { useIntl } from '../../../ui/intl.tsx'
import { StateTag } from './state-tag.tsx'

/** Marks what is about an activity in which the reader takes part, with the reason why they leave it to others. */
export const OwnActivityTag = ({ why }: { why: string }) => (
  <StateTag tone="quiet" title={why}>
    {useIntl().formatMessage({ id: 'office.ownActivity' })}
  </StateTag>
)
