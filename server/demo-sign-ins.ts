/** How its organisers, its auditor, one of its experts and two officers sign in to the demo. */
export interface SignIns {
  organiser: string
  second: string
  auditor: string
  expert: string
  provinceOfficer: string
  schoolOfficer: string
  /** Of all of them. Absent: the one set by the operator. */
  password?: string
}

export const describeSignIns = ({
  organiser,
  second,
  auditor,
  expert,
  provinceOfficer,
  schoolOfficer,
  password,
}: SignIns): string[] => [
  password === undefined
    ? `organiser's sign-in: ${organiser}, with the password from ADMIN_PASSWORD`
    : `organiser's sign-in: ${organiser} / ${password} (shown this once)`,
  `second organiser's sign-in: ${second}, with the same password`,
  `auditor's sign-in: ${auditor}, with the same password`,
  `expert's sign-in: ${expert}, with the same password`,
  `sign-in of a province's officer: ${provinceOfficer}, with the same password`,
  `sign-in of a school's officer: ${schoolOfficer}, with the same password`,
]
