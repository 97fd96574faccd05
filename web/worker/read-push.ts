/** The app's own name: a push that can't be read still has to be shown, as browsers demand. */
const APP_NAME = 'Puoti'

export interface PushedNotification {
  title: string
  body: string
  /** Where it says that it leads; whoever opens it looks whether that is safe. */
  link: string | undefined
  lang: string | undefined
  /** One of the same tag replaces it. */
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

/** What a push says, in the declarative form ({"web_push":8030,"notification":{…}}) that some browsers show by themselves. */
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
