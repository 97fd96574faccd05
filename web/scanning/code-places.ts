import type { ReadResult } from 'zxing-wasm/reader'

type PlacedCode = Pick<ReadResult, 'position' | 'lineCount'>

type Place = { x: number; y: number; reach: number }

/** The middle of a code, and how far it reaches from there. `rowHeight`: the rows of a picture may be higher than its columns are wide. */
function toPlace({ topLeft, topRight, bottomRight, bottomLeft }: PlacedCode['position'], rowHeight: number): Place {
  const corners = [topLeft, topRight, bottomRight, bottomLeft]
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / 4
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / 4
  const reach = Math.max(...corners.map(corner => Math.hypot(corner.x - x, (corner.y - y) * rowHeight)))
  return { x, y: y * rowHeight, reach }
}

const isSamePlace = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y) < Math.max(a.reach, b.reach)

/**
 * Of the codes in a picture, at most one in each place: the one that most rows show. A few damaged rows of a code may look like another
 * one, and a part of it like a short one.
 */
export function withoutOverlaps<Code extends PlacedCode>(found: readonly Code[], rowHeight: number): Code[] {
  const separate: { code: Code; place: Place }[] = []
  for (const code of found.toSorted((a, b) => b.lineCount - a.lineCount)) {
    const place = toPlace(code.position, rowHeight)
    if (!separate.some(other => isSamePlace(other.place, place))) separate.push({ code, place })
  }
  return separate.map(({ code }) => code)
}
