import { openCase, readCase } from '@lectern/contract/cases/case-office.ts'
import { Alert, Space } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { useCaseWords } from '../../features/cases/office/case-words.ts'
import { CaseDossier, SummaryCard } from '../../features/cases/office/components/case-dossier.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

/** Whoever may not open the case sees what every organiser sees. Opening it is logged. */
export const loader = async ({ params, client }: LoaderInput) => {
  const address = { params: { id: params['id']! } }
  const quietly = { skipErrorHandler: true }
  const summary = await client(readCase, address, quietly)
  const opened = summary.mayOpen === null ? await client(openCase, address, quietly) : undefined
  return { summary, opened }
}

export default function Case() {
  const client = useClient()
  const { t, intl } = useCaseWords()
  const { summary, opened } = useData<typeof loader>()
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'case.one' }, { number: summary.number })}
      actions={<Link to="/Admin/Case">{t('all')}</Link>}
    >
      {opened ? (
        <CaseDossier key={opened.id} client={client} opened={opened} />
      ) : (
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          <Alert type="info" showIcon title={summary.mayOpen} description={t('reduced.about')} />
          <SummaryCard contestCase={summary} />
        </Space>
      )}
    </OfficeFrame>
  )
}
