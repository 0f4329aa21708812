export interface Failed<Item> {
  item: Item
  why: string
}

/** Runs one action after the other; a failure does not stop the rest. */
export const inTurn = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Failed<Item>[]> => {
  const failed: Failed<Item>[] = []
  for (const [position, item] of items.entries()) {
    try {
      await work(item)
    } catch (error) {
      failed.push({ item, why: (error as Error).message })
    }
    onProgress(position + 1)
  }
  return failed
}
