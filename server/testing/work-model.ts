import fc from 'fast-check'

// What may be done with a work, and what it leads to: written without the rules of the program, to compare with them.

const minute = 60_000
const day = 86_400_000

export const decisions = ['accepted', 'returned', 'disqualified', 'submitted'] as const
type Decision = (typeof decisions)[number]
type State = 'draft' | 'submitted' | 'returned' | 'accepted' | 'disqualified' | 'withdrawn'

export type WorkMove =
  | { does: 'edit'; title: string }
  | { does: 'upload' | 'replace' | 'begin' | 'finish' | 'remove' | 'withdraw' | 'revive' | 'discard' }
  | { does: 'submit'; twice: boolean }
  | { does: 'decide'; decision: Decision }
  | { does: 'extend'; hours: number }
  | { does: 'erase' | 'notify' | 'withdrawEnrolment' }
  | { does: 'wait'; until: 'an hour' | 'the end' | 'the grace' | 'half an hour after' | 'an hour after' | 'four days' }

const plain = <Name extends string>(...names: Name[]) => fc.constantFrom(...names).map((does) => ({ does }))

export const anyWorkMove: fc.Arbitrary<WorkMove> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('A', 'B', 'C').map((title) => ({ does: 'edit' as const, title })) },
  { weight: 8, arbitrary: plain('upload', 'replace', 'begin', 'finish') },
  { weight: 8, arbitrary: fc.boolean().map((twice) => ({ does: 'submit' as const, twice })) },
  { weight: 5, arbitrary: plain('remove', 'withdraw', 'revive', 'discard') },
  { weight: 5, arbitrary: fc.constantFrom(...decisions).map((decision) => ({ does: 'decide' as const, decision })) },
  { weight: 2, arbitrary: plain('notify', 'notify', 'erase') },
  { weight: 1, arbitrary: plain('withdrawEnrolment') },
  { weight: 1, arbitrary: fc.constantFrom(1, 12, 48).map((hours) => ({ does: 'extend' as const, hours })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        'an hour' as const,
        'the end' as const,
        'the grace' as const,
        'half an hour after' as const,
        'an hour after' as const,
        'four days' as const,
      )
      .map((until) => ({ does: 'wait' as const, until })),
  },
)

interface Content {
  title: string
  files: readonly string[]
  people: number
}

export interface ModelFile {
  name: string
  begunAt: number
  arrivedAt: number
}

export const rulesOfModel = { graceMinutes: 10, uploadMinutes: 60, pauseMinutes: 2, maxFiles: 2 }

/** One work, from its start on. */
export interface Model {
  now: number
  opensAt: number
  closesAt: number
  state: State
  title: string
  files: ModelFile[]
  /** In the team; and for how many the names are confirmed. */
  people: number
  confirmedFor: number
  isChanged: boolean
  submissions: Content[]
  resubmitBy: number
  isEnrolled: boolean
}

export const contentOf = ({ title, files, people }: Model): Content => ({
  title,
  files: files.map(({ name }) => name),
  people,
})

const isEditable = ({ state }: Model): boolean => state === 'draft' || state === 'submitted' || state === 'returned'

const isOpen = (model: Model): boolean =>
  (model.opensAt <= model.now && model.now < model.closesAt) ||
  (model.state === 'returned' && model.now < model.resubmitBy)

const isInGrace = ({ now, closesAt }: Model): boolean =>
  closesAt <= now && now < closesAt + rulesOfModel.graceMinutes * minute

const dueOf = ({ state, resubmitBy, closesAt }: Model): number =>
  state === 'returned' ? Math.max(resubmitBy, closesAt) : closesAt

/** A file was begun in time and arrived a little later. */
const hasLateFile = (model: Model): boolean => {
  const due = dueOf(model)
  const sent = model.submissions.at(-1)?.files ?? []
  return (
    model.now < due + rulesOfModel.uploadMinutes * minute &&
    model.files.some(({ name, begunAt, arrivedAt }) => begunAt < due && due <= arrivedAt && !sent.includes(name))
  )
}

export const mayEdit = (model: Model): boolean =>
  model.isEnrolled && isEditable(model) && (isOpen(model) || isInGrace(model))

/** An upload that was begun keeps its place until it pauses for too long. */
export const isRunning = ({ now }: Model, { begunAt }: ModelFile): boolean =>
  now - begunAt < rulesOfModel.pauseMinutes * minute

/** `running`: uploads that keep a place of their own. */
export const mayBegin = (model: Model, running: number, isReplacing: boolean): boolean =>
  model.isEnrolled &&
  isEditable(model) &&
  isOpen(model) &&
  model.files.length + running + (isReplacing ? 0 : 1) <= rulesOfModel.maxFiles

const isComplete = ({ title, files, people, confirmedFor }: Model): boolean =>
  title !== '' && files.length > 0 && files.length <= rulesOfModel.maxFiles && people === confirmedFor

export const maySubmit = (model: Model): boolean =>
  model.isEnrolled &&
  isEditable(model) &&
  (hasLateFile(model) || isOpen(model) || isInGrace(model)) &&
  (model.state !== 'submitted' || model.isChanged) &&
  isComplete(model)

export const mayWithdraw = (model: Model): boolean => isEditable(model) && isOpen(model)

export const mayRevive = (model: Model): boolean => model.isEnrolled && model.state === 'withdrawn' && isOpen(model)

export const mayDiscard = (model: Model): boolean =>
  model.submissions.length > 0 && model.isChanged && isEditable(model)

const decidable: Record<State, readonly Decision[]> = {
  draft: [],
  submitted: ['accepted', 'returned', 'disqualified'],
  returned: ['submitted'],
  accepted: ['returned', 'disqualified', 'submitted'],
  disqualified: ['accepted', 'submitted'],
  withdrawn: [],
}

export const mayDecide = (model: Model, decision: Decision): boolean =>
  model.isEnrolled &&
  decidable[model.state].includes(decision) &&
  !(decision === 'submitted' && model.state === 'returned' && model.isChanged)

/** What is prepared was changed: whether it differs from the last submission. */
export const noteChange = (model: Model): void => {
  const last = model.submissions.at(-1)
  model.isChanged = last !== undefined && JSON.stringify(last) !== JSON.stringify(contentOf(model))
}

/** A text of the same wording changes nothing. */
export const edit = (model: Model, title: string): void => {
  const isSame = model.title === title && model.confirmedFor === model.people
  Object.assign(model, { title, confirmedFor: model.people })
  if (!isSame) noteChange(model)
}

export const addFile = (model: Model, file: ModelFile, replaced?: string): void => {
  if (!isEditable(model)) return
  const at = model.files.findIndex(({ name }) => name === replaced)
  if (at < 0) model.files.push(file)
  else model.files[at] = file
  noteChange(model)
}

export const submit = (model: Model): void => {
  model.submissions.push(contentOf(model))
  Object.assign(model, { state: 'submitted', isChanged: false, resubmitBy: 0 })
}

export const decide = (model: Model, decision: Decision): void => {
  model.state = decision
  model.resubmitBy = decision === 'returned' ? Math.max(model.closesAt, model.now + 3 * day) : 0
}

export const withdraw = (model: Model): void => {
  Object.assign(model, { state: 'withdrawn', resubmitBy: 0 })
}

export const revive = (model: Model): void => {
  Object.assign(model, { state: 'draft', isChanged: model.submissions.length > 0 })
}

/** The names on certificates become those of the submission, which may be of others than the team has now. */
export const discard = (model: Model, known: ReadonlyMap<string, ModelFile>): void => {
  const last = model.submissions.at(-1)!
  model.title = last.title
  model.files = last.files.map((name) => known.get(name)!)
  model.confirmedFor = last.people
  noteChange(model)
}

/** Which submission stands: null for none. */
export const standingOf = ({ state, submissions }: Model): Content | null =>
  state === 'draft' || state === 'withdrawn' ? null : (submissions.at(-1) ?? null)

export const laterThan = (model: Model, until: Extract<WorkMove, { does: 'wait' }>['until']): number => {
  const moment = {
    'an hour': model.now + 60 * minute,
    'the end': model.closesAt - 1_000,
    'the grace': model.closesAt + 5 * minute,
    'half an hour after': dueOf(model) + 30 * minute,
    'an hour after': dueOf(model) + 61 * minute,
    'four days': model.now + 4 * day,
  }[until]
  return Math.max(model.now, moment)
}
