/** Link to the list of exactly the counted enrolments. */
export const listLink = (filter: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(filter)
  return query.size > 0 ? `/Admin/Enrolment?${query}` : '/Admin/Enrolment'
}
