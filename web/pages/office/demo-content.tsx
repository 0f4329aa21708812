import { listDemoContent } from '@lectern/contract/begin/begin.ts'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { DemoList } from '../../features/begin/components/demo-list.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = async ({ client }: LoaderInput) => client(listDemoContent, undefined, { skipErrorHandler: true })

export default function DemoContent() {
  const intl = useIntl()
  const left = useData<typeof loader>()
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'office.begin.left' })}
      actions={<BackLink to="/Admin" label="office.menu.dashboard" />}
    >
      <p>
        <FormattedMessage id="office.begin.leftHelp" />
      </p>
      <DemoList {...left} />
    </OfficeFrame>
  )
}
