import type { MessageId } from '@lectern/messages/message-id.ts'
import { Form, Radio, Switch } from 'antd'
import { contentWidths, menuLayouts, navThemes } from '@lectern/contract/settings/settings.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ColorField } from './color-field.tsx'

const choices = [
  ['layout', menuLayouts.map((value) => ({ value, id: `office.settings.layout.${value}` }) as const)],
  ['navTheme', navThemes.map((value) => ({ value, id: `office.settings.navTheme.${value}` }) as const)],
  ['contentWidth', contentWidths.map((value) => ({ value, id: `office.settings.contentWidth.${value}` }) as const)],
] as const
const switches = ['fixedHeader', 'fixedSidebar', 'colorWeak'] as const

export const LookFields = () => {
  const intl = useIntl()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  return (
    <>
      <Form.Item
        name="primaryColor"
        label={text('office.settings.primaryColor')}
        extra={text('office.settings.primaryColorHelp')}
      >
        <ColorField />
      </Form.Item>
      {choices.map(([name, values]) => (
        <Form.Item key={name} name={name} label={text(`office.settings.${name}`)}>
          <Radio.Group options={values.map(({ value, id }) => ({ value, label: text(id) }))} />
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
