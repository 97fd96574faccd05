import { searchKey } from '#domain/format/normalise-text.ts'

/** The words of a text, without case and accents. */
export const splitWords = (text: string): string[] =>
  searchKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const MIN_STEM = 5
/** At most this many letters of a typed word are an ending: Finnish and Swedish words inflect. */
const MAX_ENDING = 2

function countShared(one: string, other: string): number {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  return shared
}

/** Whether a word of a text begins with what was typed, or is another form of the typed word. */
function isForm(typed: string, word: string): boolean {
  if (word.startsWith(typed)) return true
  const shared = countShared(typed, word)
  return shared >= MIN_STEM && typed.length - shared <= MAX_ENDING && word.length - shared <= MAX_ENDING
}

/** Whether each typed word is found among these words. */
export const hasWords = (words: readonly string[], typed: readonly string[]): boolean =>
  typed.every(each => words.some(word => isForm(each, word)))

type Searchable = { id: string; label: string; keywords?: string | undefined }

/** The entries that fit the typed words: by their labels first, then by keywords; each kind in the order given. */
export function searchEntries<Entry extends Searchable>(entries: readonly Entry[], typed: string): Entry[] {
  const words = splitWords(typed)
  if (words.length === 0) return [...entries]
  const byLabel = entries.filter(({ label }) => hasWords(splitWords(label), words))
  const others = entries.filter(
    entry => !byLabel.includes(entry) && hasWords(splitWords(`${entry.label} ${entry.keywords ?? ''}`), words),
  )
  return [...byLabel, ...others]
}
