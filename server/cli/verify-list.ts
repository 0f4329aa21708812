import { resultListId } from '@lectern/contract/ids.ts'
import { verifyLists } from '../features/results/verify-lists.ts'
import type { Command } from './command.ts'
import { listFaults } from './doctor.ts'

export const verifyListCommand: Command = {
  summary: 'recompute result lists from the stored sheets',
  help: 'Recomputes one list (its id is part of its address), or with `all` every list: the scores from the sheets, the list from the scores, and what visitors see. Names what differs.',
  arguments: ['list'],
  run: async ({ openDatabase, args }) => {
    const [given = 'all'] = args
    const id = given === 'all' ? undefined : resultListId.safeParse(given)
    if (id && !id.success) return { ok: false, lines: [`${given} is no id of a list.`] }
    const { db } = (await openDatabase()).connection
    const { count, broken } = await verifyLists(db, id?.data)
    const isKnown = count > 0 || !id
    return {
      ok: isKnown && broken.length === 0,
      count,
      broken,
      lines: [
        ...(isKnown ? [] : [`There is no list ${given}.`]),
        ...broken.map((one) => `list ${one.id} (number ${one.number}): ${listFaults[one.fault]}`),
        ...(isKnown && broken.length === 0
          ? [`${count} ${count === 1 ? 'list' : 'lists'}: everything follows from the sheets.`]
          : []),
      ],
    }
  },
}
