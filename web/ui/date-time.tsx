import { useIntl } from 'react-intl'

interface DateTimeProps {
  value: string
  /** With the time of day and the zone written out. */
  exact?: boolean
}

/** A moment in the site's time zone, written as the language writes it. */
export const DateTime = ({ value, exact = false }: DateTimeProps) => {
  const intl = useIntl()
  const text = exact
    ? intl.formatDate(value, { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' })
    : intl.formatDate(value, { year: 'numeric', month: 'long', day: 'numeric' })
  return <time dateTime={value}>{text}</time>
}
