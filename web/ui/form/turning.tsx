import styles from './turning.module.css'

/** In a button whose work goes on. */
export const Turning = () => <span className={styles.turning} aria-hidden="true" />
