import styles from './button-spinner.module.css'

/** In a button whose work goes on. */
export const ButtonSpinner = () => <span className={styles.spinner} aria-hidden="true" />
