import { resultListId } from '@lectern/contract/ids.ts'
import { verifyAwards } from '../features/certificates/verification/verify-awards.ts'
import { verifyLists } from '../features/results/verification/verify-lists.ts'
import type { Command } from './command.ts'
import { awardFault, listFaults } from './doctor.ts'

export const verifyListCommand: Command = {
  summary: 'recompute result lists from the sheets of the experts',
  help: 'Recomputes one list (its id is part of its address), or with `all` every list: the scores from the sheets that experts submitted, who went on between rounds, the list from the scores, its fingerprint from everything that is shown, and the prizes on certificates. Names what differs.',
  arguments: ['list'],
  run: async ({ openDatabase, args }) => {
    const [which = 'all'] = args
    const id = which === 'all' ? undefined : resultListId.safeParse(which)
    if (id && !id.success) return { ok: false, lines: [`${which} is no id of a list.`] }
    const { db } = (await openDatabase()).connection
    const { count, broken } = await verifyLists(db, id?.data)
    const awards = await verifyAwards(db, id?.data)
    const isKnown = count > 0 || !id
    const isRight = isKnown && broken.length === 0 && awards.broken.length === 0
    return {
      ok: isRight,
      count,
      broken,
      certificates: awards.broken,
      lines: [
        ...(isKnown ? [] : [`There is no list ${which}.`]),
        ...broken.map((one) => `list ${one.id} (number ${one.number}): ${listFaults[one.fault]}`),
        ...(awards.broken.length > 0 ? [awardFault(awards)] : []),
        ...(isRight ? [`${count} ${count === 1 ? 'list' : 'lists'}: everything follows from the sheets.`] : []),
      ],
    }
  },
}
