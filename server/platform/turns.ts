import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items processed in one turn of the event loop. */
const perTurn = 50

/** Iterates over a long list without blocking the event loop. */
export const inTurns = async function* <Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perTurn === 0) await nextTurn()
    yield item
  }
}
