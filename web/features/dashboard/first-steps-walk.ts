const key = 'lectern.firstSteps'

/** The organiser goes through the first steps: pages of the office lead back to them. Stored for this tab. */
export const beginWalk = (): void => {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Storage may be blocked; then the menu leads back.
  }
}

export const endWalk = (): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage may be blocked; then nothing was stored.
  }
}

export const isWalking = (): boolean => {
  try {
    return sessionStorage.getItem(key) === '1'
  } catch {
    return false
  }
}
