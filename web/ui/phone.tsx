import { phoneGroups } from '@lectern/contract/accounts/phone-groups.ts'
import styles from './phone.module.css'

/** A phone number that can be read and called; copying it gives the digits alone. */
export const Phone = ({ value }: { value: string }) => {
  const groups = phoneGroups(value)
  const parts = groups.map((group, position) => (
    // oxlint-disable-next-line react/no-array-index-key
    <span key={position} className={styles.group}>
      {group}
    </span>
  ))
  return value.startsWith('+') ? (
    <a className={styles.phone} href={`tel:${value}`}>
      {parts}
    </a>
  ) : (
    <span className={styles.phone}>{parts}</span>
  )
}
