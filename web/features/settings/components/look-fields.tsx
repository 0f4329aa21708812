import { Form, Radio, Switch } from 'antd'
import { contentWidths, menuLayouts, navThemes } from '@lectern/contract/settings.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ColorField } from './color-field.tsx'

const choices = { layout: menuLayouts, navTheme: navThemes, contentWidth: contentWidths }
const switches = ['fixedHeader', 'fixedSidebar', 'colorWeak'] as const

/** How pages look. */
export const LookFields = () => {
  const intl = useIntl()
  const text = (id: string): string => intl.formatMessage({ id })
  return (
    <>
      <Form.Item
        name="primaryColor"
        label={text('office.settings.primaryColor')}
        extra={text('office.settings.primaryColorHelp')}
      >
        <ColorField />
      </Form.Item>
      {Object.entries(choices).map(([name, values]) => (
        <Form.Item key={name} name={name} label={text(`office.settings.${name}`)}>
          <Radio.Group options={values.map((value) => ({ value, label: text(`office.settings.${name}.${value}`) }))} />
        </Form.Item>
      ))}
      {switches.map((name) => (
        <Form.Item
          key={name}
          name={name}
          valuePropName="checked"
          label={text(`office.settings.${name}`)}
          layout="horizontal"
          style={{ marginBottom: 8 }}
        >
          <Switch />
        </Form.Item>
      ))}
    </>
  )
}
