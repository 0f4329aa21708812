import { Select, type SelectProps } from 'antd'
import { zoneLabel } from '@lectern/contract/zone-names.ts'
import { useIntl } from '../../../ui/intl.tsx'

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))

/** A time zone, searched by its identifier and shown by its name. */
export const TimeZoneSelect = (props: SelectProps<string>) => {
  const { locale } = useIntl()
  return (
    <Select
      {...props}
      showSearch
      options={zones}
      labelRender={({ value }) => zoneLabel(locale, String(value))}
      style={{ maxWidth: '24rem' }}
    />
  )
}
