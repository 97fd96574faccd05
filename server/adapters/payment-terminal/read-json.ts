const MOST_CHARACTERS = 1_000_000

/** Undefined for a body that is empty, longer than the limit, or not JSON. */
export async function readJson(body: AsyncIterable<Uint8Array> | null): Promise<unknown> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MOST_CHARACTERS) return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
