import { Input, Space } from 'antd'
import { useIntl } from '../../../ui/intl.tsx'

interface ColorFieldProps {
  id?: string
  value?: string
  onChange?: (color: string) => void
  'aria-describedby'?: string
}

/** A colour, picked or typed as six hexadecimal digits. */
export const ColorField = ({ id, value = '', onChange, ...aria }: ColorFieldProps) => {
  const intl = useIntl()
  return (
    <Space>
      <Input
        type="color"
        aria-label={intl.formatMessage({ id: 'office.settings.pickColor' })}
        value={/^#[\da-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={({ target }) => onChange?.(target.value)}
        style={{ width: 56, padding: 4, height: 32 }}
      />
      <Input
        {...aria}
        {...(id && { id })}
        value={value}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange?.(target.value)}
        style={{ width: 110, fontFamily: 'monospace' }}
      />
    </Space>
  )
}
