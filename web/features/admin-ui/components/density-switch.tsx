import { Button } from 'antd'
import { Icon } from '../../../ui/icons.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { chooseDensity, useDensity } from '../density.ts'

/** Switches the row density of tables. */
export const DensitySwitch = () => {
  const intl = useIntl()
  const isCompact = useDensity() === 'compact'
  const label = intl.formatMessage({ id: 'office.list.compact' })
  return (
    <Button
      aria-pressed={isCompact}
      aria-label={label}
      title={label}
      onClick={() => chooseDensity(isCompact ? 'comfortable' : 'compact')}
      icon={
        <Icon>
          <path d={isCompact ? 'M4 6h16M4 10h16M4 14h16M4 18h16' : 'M4 6h16M4 12h16M4 18h16'} />
        </Icon>
      }
    />
  )
}
