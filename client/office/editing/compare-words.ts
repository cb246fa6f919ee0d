import { diffWordsWithSpace } from "diff"

export interface Piece {
  text: string
  isChanged: boolean
}

interface TextDiff {
  before: Piece[]
  after: Piece[]
}

/** Returns both texts in full, cut where words were removed or added. */
export function compareWords(before: string, after: string): TextDiff {
  const changes = diffWordsWithSpace(before, after)
  const pieces = changes.map(({ value, added, removed }, index) => {
    // A replaced phrase is one piece, although the spaces between its words are unchanged.
    const isBetween = value.trim() === "" && isChange(changes[index - 1]) && isChange(changes[index + 1])
    return { text: value, added, removed, isChanged: added || removed || isBetween }
  })
  return {
    before: joinPieces(pieces.filter(({ added }) => !added)),
    after: joinPieces(pieces.filter(({ removed }) => !removed)),
  }
}

function isChange(change: { added: boolean; removed: boolean } | undefined): boolean {
  return change !== undefined && (change.added || change.removed)
}

function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const { text, isChanged } of pieces) {
    const last = joined[joined.length - 1]
    if (last?.isChanged === isChanged) last.text += text
    else joined.push({ text, isChanged })
  }
  return joined
}
