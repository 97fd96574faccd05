import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { splitWords } from './match-words.ts'

const STORAGE_KEY = 'palette-choices'
const MAX_CHOICES = 40

/** What a person chose after typing these words; '' for a choice without words. Never a record: its words may be a name. */
export type PaletteChoice = { words: string; id: string }

const isChoice = (value: unknown): value is PaletteChoice =>
  typeof value === 'object' && value !== null && 'words' in value && 'id' in value && typeof value.words === 'string'

/** The choices of this person in this browser, latest first. Those of another person count for nothing. */
export function readChoices(userId: number): PaletteChoice[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORAGE_KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('userId' in stored) || !('choices' in stored)) return []
    return stored.userId === userId && Array.isArray(stored.choices) ? stored.choices.filter(isChoice) : []
  } catch {
    eraseStored(STORAGE_KEY)
    return []
  }
}

const toKey = (words: string) => splitWords(words).join(' ')

/** Adds a choice for each of these texts: what was typed, and what was typed before and found nothing. */
export function addChoice(userId: number, id: string, texts: readonly string[]): void {
  const added = texts.map(text => ({ words: toKey(text), id }))
  const others = readChoices(userId).filter(({ words }) => !added.some(choice => choice.words === words))
  writeStored(STORAGE_KEY, JSON.stringify({ userId, choices: [...added, ...others].slice(0, MAX_CHOICES) }))
}

/** The ids that this person chose after these words or a longer text that begins with them, latest first. */
export function findChosen(choices: readonly PaletteChoice[], typed: string): string[] {
  const key = toKey(typed)
  return [...new Set(choices.filter(({ words }) => words.startsWith(key)).map(({ id }) => id))]
}
