import { Button, Input, Space } from 'antd'
import { themeColors } from '@lectern/contract/settings/settings.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { colorNames, nameOfColor } from '../color-names.ts'
import styles from './color-field.module.css'

interface ColorFieldProps {
  id?: string
  value?: string
  onChange?: (color: string) => void
  'aria-describedby'?: string
}

/** A colour: chosen by name, picked, or typed as six hexadecimal digits. */
export const ColorField = ({ id, value = '', onChange, ...aria }: ColorFieldProps) => {
  const intl = useIntl()
  return (
    <div className="stack gap-8">
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
      <div
        className={styles.swatches}
        role="group"
        aria-label={intl.formatMessage({ id: 'office.settings.themeColors' })}
      >
        {colorNames.map((name) => (
          <Button
            key={name}
            size="small"
            className={`${styles.swatch}`}
            aria-pressed={nameOfColor(value) === name}
            icon={<span className={styles.color} style={{ background: themeColors[name] }} />}
            onClick={() => onChange?.(themeColors[name])}
          >
            {intl.formatMessage({ id: `office.settings.themeColor.${name}` })}
          </Button>
        ))}
      </div>
    </div>
  )
}
