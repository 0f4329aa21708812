import { Tabs, type TabsProps } from 'antd'

/**
 * Tabs that can also be pressed where they are partly out of sight. Pressing one would focus it, which scrolls it away from under the
 * finger before it is released, and nothing would be chosen.
 */
export const SectionTabs = (props: TabsProps) => (
  <Tabs
    {...props}
    onMouseDown={(event) => {
      if ((event.target as Element).closest('[role="tab"]')) event.preventDefault()
    }}
  />
)
