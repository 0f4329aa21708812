import { useEffect, useEffectEvent, useState } from 'react'
import { updateTeam, type Team } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../request/client.ts'
import { failureOf } from '../../request/request-error.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { listedInstitution, useListedProblems } from '../institutions/listed-institution.ts'
import { editsOf, isSameEdits, mergeTeamEdits, type EditedPart, type TeamEdits } from './team-edits.ts'

/** State of the form relative to the stored team: `outdated` if a newer version exists, `merged` after loading it. */
type Standing = { name: 'current' | 'outdated' } | { name: 'merged'; conflicts: EditedPart[] }

const isOutdated = (error: unknown): boolean =>
  ['resource.changed', 'team.orderDiffers'].includes(failureOf(error)?.error ?? '')

/** The form of the captain. A newer version of the team is merged without losing input; conflicts are shown. */
export const useTeamForm = (team: Team, client: Client, reload: () => Promise<unknown>) => {
  const [base, setBase] = useState(team)
  const [formState, setFormState] = useState({ turn: 0, edits: editsOf(team) })
  const [order, setOrder] = useState(formState.edits.order)
  const [standing, setStanding] = useState<Standing>({ name: 'current' })
  const [isSaved, setSaved] = useState(false)

  const problemsOf = useListedProblems()
  const form = useForm<'name' | 'slogan' | 'institution' | 'institutionId'>({
    submit: async ({ name, slogan, ...chosen }) => {
      setSaved(false)
      const body = {
        version: base.version,
        name,
        slogan,
        institutionId: listedInstitution(chosen),
        order: [...order],
      }
      const saved = await client(
        updateTeam,
        { params: { id: base.id }, body },
        { inPlaceSignIn: true, reportedByCaller: ['resource.changed', 'team.orderDiffers'] },
      )
      setBase(saved)
      setStanding({ name: 'current' })
      setSaved(true)
      await reload()
    },
    problemsOf: (error) => {
      if (isOutdated(error)) setStanding({ name: 'outdated' })
      return problemsOf(error)
    },
  })

  const typed = (): TeamEdits => {
    const { name, slogan, institution, institutionId } = { ...editsOf(base), ...form.values() }
    return { name, slogan, institution, institutionId, order }
  }
  const takeIn = useEffectEvent((latest: Team) => {
    if (latest.version === base.version && latest.members.length === base.members.length) return
    const { edits, conflicts } = mergeTeamEdits({ base: editsOf(base), typed: typed(), latest: editsOf(latest) })
    setBase(latest)
    setFormState({ turn: formState.turn + 1, edits })
    setOrder(edits.order)
    if (standing.name === 'outdated' || conflicts.length > 0) setStanding({ name: 'merged', conflicts })
  })
  useEffect(() => takeIn(team), [team])

  return {
    form,
    formState,
    order,
    setOrder,
    standing,
    isSaved,
    isUnsaved: () => form.ref.current !== null && !isSameEdits(typed(), editsOf(base)),
    touch: () => setSaved(false),
  }
}
