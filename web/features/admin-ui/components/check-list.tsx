import { Checkbox, Flex, Typography } from 'antd'
import type { ComponentProps } from 'react'

interface Choice {
  value: string
  label: string
  help?: string
  disabled?: boolean
}

interface CheckListProps extends Omit<ComponentProps<typeof Checkbox.Group<string>>, 'options' | 'children'> {
  choices: readonly Choice[]
}

/** Beside the label; the help is below it. */
const icon = { alignSelf: 'flex-start', marginTop: 3 }

/** Check boxes of a form item, one below the other. */
export const CheckList = ({
  choices,
  // ARIA has no groups that are required; the label of the form item shows that this one is.
  'aria-required': _required,
  ...group
}: CheckListProps & { 'aria-required'?: unknown }) => (
  <Checkbox.Group {...group}>
    <Flex vertical gap="small">
      {choices.map(({ value, label, help, disabled }) => (
        <Checkbox key={value} value={value} styles={{ icon }} {...(disabled && { disabled })}>
          {label}
          {help && (
            <>
              <br />
              <Typography.Text type="secondary">{help}</Typography.Text>
            </>
          )}
        </Checkbox>
      ))}
    </Flex>
  </Checkbox.Group>
)
