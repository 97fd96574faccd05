/** The app's own name: a push that can't be read still has to be shown, as browsers require. */
const APP_NAME = 'Puoti'

export type PushedNotification = {
  title: string
  body: string
  /** The push's own link; the code that opens it checks whether it is safe. */
  link: string | undefined
  lang: string | undefined
  /** A notification with the same tag replaces it. */
  tag: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a push in the declarative form ({"web_push":8030,"notification":{…}}), which some browsers show by themselves. */
export function readPush(text: string | undefined): PushedNotification {
  const message = parsed(text ?? '')
  const said = isRecord(message) && isRecord(message['notification']) ? message['notification'] : {}
  return {
    title: textOf(said['title']) || APP_NAME,
    body: textOf(said['body']) ?? '',
    link: textOf(said['navigate']),
    lang: textOf(said['lang']),
    tag: textOf(said['tag']),
  }
}
