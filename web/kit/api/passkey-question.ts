import type { ErrorCode } from '#contract/error-codes.ts'
import { type ApiError, hasCode } from './api-error.ts'

const PASSKEY_CODES = [
  'session.passkeyRequired',
  'session.passkeyMissing',
  'session.signInAgain',
] as const satisfies readonly ErrorCode[]

/**
 * The server requires a passkey confirmation, a passkey to be added, or without one a recent sign-in, before it answers. The user
 * answers this question.
 */
export type PasskeyQuestion = { code: (typeof PASSKEY_CODES)[number]; answer: (isConfirmed: boolean) => void }

let question: PasskeyQuestion | undefined
let underWay: Promise<boolean> | undefined
let wasDeclined = false
const listeners = new Set<() => void>()

function setQuestion(next: PasskeyQuestion | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

export const passkeyQuestion = (): PasskeyQuestion | undefined => question

export function onPasskeyQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the user has just pressed something: the page's own requests do not ask again. */
const isUserActive = () => !('userActivation' in navigator) || navigator.userActivation.isActive

/** Calls with the same refusal share one question and its answer. */
function openQuestion(code: PasskeyQuestion['code']): Promise<boolean> {
  underWay ??= new Promise<boolean>(resolve => {
    const answer = (isConfirmed: boolean) => {
      wasDeclined = !isConfirmed
      underWay = undefined
      setQuestion(undefined)
      resolve(isConfirmed)
    }
    setQuestion({ code, answer })
  })
  return underWay
}

export const needsPasskey = (error: unknown): error is ApiError => hasCode(error, ...PASSKEY_CODES)

/** Resolves to whether a refused call may be repeated, after asking the user to confirm with a passkey or to sign in again. */
export async function isConfirmedSince(error: unknown): Promise<boolean> {
  if (!needsPasskey(error)) return false
  if (wasDeclined && !isUserActive()) return false
  const [code = PASSKEY_CODES[0]] = PASSKEY_CODES.filter(each => each === error.code)
  return openQuestion(code)
}
