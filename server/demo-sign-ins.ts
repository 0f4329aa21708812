/** How its organisers and one of its experts sign in to the demo. */
export interface SignIns {
  organiser: string
  second: string
  expert: string
  /** Of all three. Absent: the one set by the operator. */
  password?: string
}

export const describeSignIns = ({ organiser, second, expert, password }: SignIns): string[] => [
  password === undefined
    ? `organiser's sign-in: ${organiser}, with the password from ADMIN_PASSWORD`
    : `organiser's sign-in: ${organiser} / ${password} (shown this once)`,
  `second organiser's sign-in: ${second}, with the same password`,
  `expert's sign-in: ${expert}, with the same password`,
]
