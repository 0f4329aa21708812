import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Iterates over a long list without blocking the event loop. `perTurn`: items processed in one turn of it, fewer if each
 * takes long.
 */
export const inTurns = async function* <Item>(items: readonly Item[], perTurn = 50): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perTurn === 0) await nextTurn()
    yield item
  }
}
