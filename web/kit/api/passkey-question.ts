import type { ErrorCode } from '#contract/error-codes.ts'
import { hasCode } from './api-error.ts'

const CODES = ['session.passkeyRequired', 'session.passkeyMissing'] as const satisfies readonly ErrorCode[]

/** The server wants a passkey, or wants one to be added, before it answers. Whoever stands at the screen answers here. */
export type PasskeyQuestion = { code: (typeof CODES)[number]; answer: (isConfirmed: boolean) => void }

let question: PasskeyQuestion | undefined
let underWay: Promise<boolean> | undefined
let wasDeclined = false
const listeners = new Set<() => void>()

function show(next: PasskeyQuestion | undefined): void {
  question = next
  for (const tell of listeners) tell()
}

export const passkeyQuestion = (): PasskeyQuestion | undefined => question

export function onPasskeyQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody has just pressed something: what the page asks for by itself is not asked about again. */
const isActing = () => !('userActivation' in navigator) || navigator.userActivation.isActive

/** Calls that meet the same refusal share one question; each goes on with its answer. */
function ask(code: PasskeyQuestion['code']): Promise<boolean> {
  underWay ??= new Promise<boolean>(resolve => {
    const answer = (isConfirmed: boolean) => {
      wasDeclined = !isConfirmed
      underWay = undefined
      show(undefined)
      resolve(isConfirmed)
    }
    show({ code, answer })
  })
  return underWay
}

/** Whether a call that was refused may be made once more, because its caller has confirmed with a passkey since. */
export async function isConfirmedSince(error: unknown): Promise<boolean> {
  if (!hasCode(error, ...CODES)) return false
  if (wasDeclined && !isActing()) return false
  const [code = CODES[0]] = CODES.filter(each => each === error.code)
  return ask(code)
}
