import { Checkbox, Form, Input, Select } from 'antd'
import { createSeries, type CertificateSeries } from '@lectern/contract/certificates/certificate-office.ts'
import type { CertificateSeriesId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../../request/client.ts'
import { DayField } from '../../../admin-ui/components/day-field.tsx'
import { languageNames } from '../../../admin-ui/language-names.ts'
import { formCall } from '../../../admin-ui/use-office-form.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { useRequiredRule } from '../use-required-rule.ts'

/** What can be changed until the first certificate is issued, whoever gets one. */
export interface IssueDetails {
  series?: CertificateSeriesId | 'new'
  prefix?: string
  code?: string
  locale: Locale
  date: string
  notify: boolean
  revokedToo: boolean
}

/** What of it is sent. A new series is created first. */
export const detailsToSend = async (
  client: Client,
  { series, prefix = '', code = '', locale, date, notify, revokedToo }: IssueDetails,
) => {
  const body = {
    prefix: prefix.trim().toUpperCase(),
    year: Number(date.slice(0, 4)),
    code: code.trim().toUpperCase(),
  }
  const numbered = series && series !== 'new' ? series : (await client(createSeries, { body }, formCall)).id
  return { series: numbered, locale, date, notify, revokedToo }
}

/** A day as a field of a form. */
const DayItem = ({
  label,
  value = '',
  onChange,
}: {
  label: string
  value?: string
  onChange?: (day: string) => void
}) => <DayField label={label} value={value} onChange={(day) => onChange?.(day)} />

/** How certificates of an issue are numbered, written, dated and announced. */
export const IssueFields = ({ series }: { series: readonly CertificateSeries[] }) => {
  const { t, intl } = useCertificateWords()
  const form = Form.useFormInstance<IssueDetails>()
  const chosen = Form.useWatch('series', form)
  const nameOf = languageNames(intl.locale)
  const required = useRequiredRule()
  return (
    <>
      <Form.Item name="series" label={t('series')} extra={t('series.help')}>
        <Select
          options={[
            ...series.map(({ id, nextNumber }) => ({ value: id, label: t('series.next', { number: nextNumber }) })),
            { value: 'new', label: t('series.new') },
          ]}
        />
      </Form.Item>
      {chosen === 'new' && (
        <>
          <Form.Item
            name="prefix"
            label={t('series.prefix')}
            extra={t('series.prefix.help')}
            rules={[required(t('series.prefix'))]}
          >
            <Input maxLength={6} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="code"
            label={t('series.code')}
            extra={t('series.code.help')}
            rules={[required(t('series.code'))]}
          >
            <Input maxLength={6} autoComplete="off" />
          </Form.Item>
        </>
      )}
      <Form.Item name="locale" label={t('language')}>
        <Select options={locales.map((value) => ({ value, label: nameOf(value) }))} />
      </Form.Item>
      <Form.Item name="date" label={t('date')} rules={[required(t('date'))]} trigger="onChange">
        <DayItem label={t('date')} />
      </Form.Item>
      <Form.Item name="notify" valuePropName="checked" style={{ marginBottom: 8 }}>
        <Checkbox>{t('notify')}</Checkbox>
      </Form.Item>
      <Form.Item name="revokedToo" valuePropName="checked">
        <Checkbox>{t('revokedToo')}</Checkbox>
      </Form.Item>
    </>
  )
}
