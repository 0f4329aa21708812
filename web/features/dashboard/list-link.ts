/** The list of exactly the enrolments that a number counts. */
export const listLink = (filter: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(filter)
  return query.size > 0 ? `/Admin/Enrolment?${query}` : '/Admin/Enrolment'
}
