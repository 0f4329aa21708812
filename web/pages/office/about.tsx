import { readPageDraft, listPages } from '@lectern/contract/pages/pages.ts'
import { Space } from 'antd'
import type { Locale } from '@lectern/contract/locales.ts'
import { useClient } from '../../app/client-context.tsx'
import { InLanguage } from '../../app/in-language.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { sectionSlots } from '../../app/section-slots.tsx'
import { resultSlots } from '../../app/result-slots.tsx'
import { useListAddress } from '../../features/admin-ui/list-address.ts'
import type { PreviewAnswer } from '../../features/pages/office/preview-answer.ts'
import { PageChoice } from '../../features/pages/office/components/page-choice.tsx'
import { PageEditor } from '../../features/pages/office/components/page-editor.tsx'
import { pageIn, pathOf } from '../../features/pages/office/page-address.ts'
import { dropDrafts, unsavedPages } from '../../features/pages/office/use-page-draft.ts'
import { PageView } from '../../features/pages/components/page-view.tsx'
import { useLeaveGuard } from '../../router/leave-guard.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const [{ list: pages }, draft] = await Promise.all([
    client(listPages, {}, { skipErrorHandler: true }),
    client(readPageDraft, { params: { name: pageIn(query) } }, { skipErrorHandler: true }),
  ])
  return { pages, draft }
}

const slots = { ...sectionSlots, ...resultSlots }

/** The page as visitors see it, in their language. */
const Preview = ({ page, locale }: { page: PreviewAnswer; locale: Locale }) => (
  <InLanguage locale={locale}>
    <PageView page={page} slots={slots} />
  </InLanguage>
)

export default function About() {
  const intl = useIntl()
  const client = useClient()
  const { pages, draft } = useData<typeof loader>()
  const { change } = useListAddress()
  useLeaveGuard(() => unsavedPages().length > 0, intl.formatMessage({ id: 'office.pages.leave' }), dropDrafts)
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.aboutOffice' })}
      actions={
        <Space size="middle" wrap>
          <Link to={pathOf(draft.name)} target="_blank">
            <FormattedMessage id="office.pages.view" />
          </Link>
          <PageChoice pages={pages} value={draft.name} onChange={(page) => change({ page })} />
        </Space>
      }
    >
      {/* A separate editor per page, so that no input is mixed up. */}
      <PageEditor key={draft.name} client={client} draft={draft} view={Preview} />
    </OfficeFrame>
  )
}
