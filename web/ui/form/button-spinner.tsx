import styles from './button-spinner.module.css'

/** Shown in a button while its action runs. */
export const ButtonSpinner = () => <span className={styles.spinner} aria-hidden="true" />
