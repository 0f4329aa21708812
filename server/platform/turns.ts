import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many of a long list are worked on in one turn of the event loop. */
const perTurn = 50

/** Hands a long list out one by one; everybody else has their turns in between. */
export const inTurns = async function* <Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perTurn === 0) await nextTurn()
    yield item
  }
}
