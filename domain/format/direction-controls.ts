/** The embeddings, overrides and isolates of Unicode's bidirectional algorithm, and the signs that end them. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text without the signs that can turn around what follows the text. The marks U+200E, U+200F and U+061C stay: Hebrew and Arabic
 * need them beside punctuation, and they turn around no letters.
 */
export const withoutDirectionControls = (text: string): string => text.replaceAll(CONTROLS, '')
