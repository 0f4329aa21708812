/** What a part of the program writes into the audit log. */
export interface AuditVocabulary {
  /** The message `audit.action.<name>` describes each of them. */
  actions: readonly string[]
  /**
   * Kinds of subjects; their names are the messages `office.audit.subject.<kind>`. Each has the page of the office that
   * shows a subject, by its `{id}` and `{variant}`, or none.
   */
  subjects: Readonly<Record<string, string | null>>
  /** Values from a fixed list. The messages `<label><value>` are their names. */
  codes: Readonly<Record<string, { label: string; values: readonly string[] }>>
  /** How the values of a field are shown. Without a label its name is the message `office.audit.field.<name>`. */
  fields: Readonly<Record<string, string | { form: string; label: string }>>
  /** Fields, also of others, that are shown or called otherwise for these subjects. */
  bySubject: Readonly<Record<string, Readonly<Record<string, { form?: string; label?: string }>>>>
}

/** The keys of any member of a union. */
export type KeyOf<Union> = Union extends unknown ? keyof Union : never
