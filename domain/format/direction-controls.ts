/** The embeddings, overrides and isolates of Unicode's bidirectional algorithm, and the characters that end them. */
const CONTROL_CHARACTERS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Removes the characters that can reverse what follows the text. The marks U+200E, U+200F and U+061C are kept: Hebrew and
 * Arabic need them next to punctuation, and they do not reverse letters.
 */
export const withoutDirectionControls = (text: string): string => text.replaceAll(CONTROL_CHARACTERS, '')
