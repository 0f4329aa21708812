const none = -1

export interface SpanningTree {
  /** These arrays are read by the solver in its innermost loops; only the tree writes them. */
  readonly parent: Int32Array
  /** The arc between a node and its parent. */
  readonly arcUp: Int32Array
  /** 1 where that arc leads from the node to its parent. */
  readonly isUpward: Uint8Array
  readonly depth: Int32Array
  /** Hangs a single node below another one. */
  attach(node: number, parent: number, arc: number, isUpward: boolean): void
  /**
   * Cuts the subtree of `cut` off, turns it round so that `inner`, a node in it, becomes its top, and hangs it below
   * `outer` by the arc.
   */
  rehang(cut: number, inner: number, outer: number, arc: number, isUpward: boolean): void
  /** Adds to the values of a node and of all nodes below it; brings their depths up to date on the way. */
  shiftBelow(top: number, values: Float64Array, by: number): void
}

/** A tree over the nodes of a network and a root, whose number is `nodeCount`. */
export const createSpanningTree = (nodeCount: number): SpanningTree => {
  const size = nodeCount + 1
  const parent = new Int32Array(size).fill(none)
  const arcUp = new Int32Array(size).fill(none)
  const isUpward = new Uint8Array(size)
  const depth = new Int32Array(size)
  const firstChild = new Int32Array(size).fill(none)
  const sibling = new Int32Array(size).fill(none)
  const siblingBefore = new Int32Array(size).fill(none)

  const link = (node: number, above: number): void => {
    const first = firstChild[above]!
    parent[node] = above
    sibling[node] = first
    siblingBefore[node] = none
    if (first !== none) siblingBefore[first] = node
    firstChild[above] = node
  }

  const unlink = (node: number): void => {
    const before = siblingBefore[node]!
    const after = sibling[node]!
    if (before === none) firstChild[parent[node]!] = after
    else sibling[before] = after
    if (after !== none) siblingBefore[after] = before
  }

  return {
    parent,
    arcUp,
    isUpward,
    depth,
    attach: (node, above, arc, upward) => {
      link(node, above)
      arcUp[node] = arc
      isUpward[node] = upward ? 1 : 0
      depth[node] = depth[above]! + 1
    },
    rehang: (cut, inner, outer, arc, upward) => {
      let node = inner
      let above = outer
      let newArc = arc
      let newDirection = upward ? 1 : 0
      // From the new top down to the old one, each node's parent becomes its child.
      for (;;) {
        const oldParent = parent[node]!
        const oldArc = arcUp[node]!
        const oldDirection = isUpward[node]!
        unlink(node)
        link(node, above)
        arcUp[node] = newArc
        isUpward[node] = newDirection
        if (node === cut) return
        above = node
        node = oldParent
        newArc = oldArc
        newDirection = 1 - oldDirection
      }
    },
    shiftBelow: (top, values, by) => {
      let node = top
      for (;;) {
        depth[node] = depth[parent[node]!]! + 1
        values[node]! += by
        if (firstChild[node] !== none) {
          node = firstChild[node]!
          continue
        }
        while (node !== top && sibling[node] === none) node = parent[node]!
        if (node === top) return
        node = sibling[node]!
      }
    },
  }
}
