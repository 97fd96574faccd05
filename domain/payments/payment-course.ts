import type { StringCode } from './attempt-states.ts'
import type { Course, CourseEvent, Effect, NextQuestion, Stage, Step } from './course.ts'
import { ABORT_AFTER_MS, decideAttempt, type TerminalAnswer } from './payment-attempt.ts'

/** How long a server's lease on an attempt is valid. */
export const LEASE_MS = 8000
/** A lease with less time left than this is renewed; leases are checked every second. */
export const RENEW_BELOW_MS = 5000
/** A payment is sent within this time after it was marked as sent, or never. Then the quiescence begins for other servers. */
export const SEND_WITHIN_MS = 2000
/** Waiting attempts are notified when the line moves; this covers lost notifications. */
const LINE_LOOK_MS = 5000
const RESTART_MS = 1000
/** How long a terminal may take to respond after the abort at the time limit, before its status is queried instead. */
const LATE_PATIENCE_MS = 20_000
const NEVER_LEFT: TerminalAnswer = { kind: 'not_taken', why: 'unreachable' }

export const newCourse = (
  attempt: Pick<Course, 'state' | 'amountCents' | 'sentAt' | 'deadlineAt' | 'quiescenceMs' | 'abortWantedAt'>,
): Course => ({ ...attempt, isNew: true, stage: { is: 'beginning' } })

/**
 * All decisions of a server about an attempt; pure, so that a simulation can run a million attempts. An unexpected event (a
 * late response, a replaced timer) changes nothing.
 */
export function advanceCourse(course: Course, event: CourseEvent, now: number): Step {
  if (course.stage.is === 'over') return stay(course)
  switch (event.kind) {
    case 'let_go':
      return letGo(course)
    case 'failed':
      return go(course, { is: 'recovering' }, { kind: 'wait', ms: RESTART_MS })
    case 'begun':
      return resume(course, now)
    case 'woken':
      return woken(course, now)
    default:
      return heard(course, event, now)
  }
}

function heard(course: Course, event: CourseEvent, now: number): Step {
  const { stage } = course
  switch (event.kind) {
    case 'abort_wanted':
      return wantAbort(course, event.at, now)
    case 'lease_renewed':
      return renewed(course, event, now)
    case 'line_moved':
      return stage.is === 'in_line' ? lookInLine(course, now) : stay(course)
    case 'looked_in_line':
      return stage.is === 'taking_terminal' ? afterTheLine(course, event.deadlineAt, now) : stay(course)
    case 'marked_sent':
      return stage.is === 'marking_sent' ? start(course, { sentAt: event.sentAt, ...stage, now }) : stay(course)
    case 'start_answered':
      return stage.is === 'at_terminal' ? judge(course, event.answer, now) : stay(course)
    case 'status_told':
      // "Not found" holds for the time of the query; the response may be read much later.
      return stage.is === 'asking' ? judge(course, event.answer, stage.askedAt) : stay(course)
    case 'noted':
      return stage.is === 'noting' ? askLater({ ...course, state: stage.state }, stage.next) : stay(course)
    case 'stop_told':
      return stage.is === 'stopping' ? pause(course, stage.askAgainAfterMs) : stay(course)
    case 'settled':
      return stage.is === 'settling' ? go(course, { is: 'over' }) : stay(course)
    default:
      return stay(course)
  }
}

/** Continues from the attempt's current state: at the beginning, and after a failure. */
function resume(course: Course, now: number): Step {
  if (course.state === 'QUEUED') return lookInLine(course, now)
  return course.state === 'INTENT' && course.sentAt === null ? send(course, now) : ask(course, now)
}

function woken(course: Course, now: number): Step {
  switch (course.stage.is) {
    case 'in_line':
      return lookInLine(course, now)
    case 'at_terminal':
      return stopForTime(course, course.stage.isLate, now)
    case 'pausing':
      return ask(course, now)
    case 'recovering':
      return resume(course, now)
    default:
      return stay(course)
  }
}

function lookInLine(course: Course, now: number): Step {
  if (course.abortWantedAt !== null) return endUnsent(course, 'USER_CANCELLED')
  if (now >= course.deadlineAt) return endUnsent(course, 'TERMINAL_BUSY')
  return go(course, { is: 'taking_terminal' }, { kind: 'take_terminal' })
}

function afterTheLine(course: Course, deadlineAt: number | undefined, now: number): Step {
  if (deadlineAt === undefined) {
    // The abort was requested during the look-up.
    if (course.abortWantedAt !== null) return lookInLine(course, now)
    // Spread over a second, so that not all attempts look at the same moment after a database outage.
    const ms = Math.max(0, Math.min(LINE_LOOK_MS - (course.deadlineAt % 1000), course.deadlineAt - now))
    return go(course, { is: 'in_line' }, { kind: 'wait', ms })
  }
  return send({ ...course, state: 'INTENT', deadlineAt }, now)
}

/**
 * Sends an unsent payment while the shopper is still waiting for it. Otherwise the attempt ends at once: an unsent payment
 * needs no quiescence.
 */
function send(course: Course, now: number): Step {
  if (course.abortWantedAt !== null) return endUnsent(course, 'USER_CANCELLED')
  if (course.quiescenceMs === null || now >= course.deadlineAt) return endUnsent(course, 'TERMINAL_UNREACHABLE')
  return go(course, { is: 'marking_sent', sendBefore: now + SEND_WITHIN_MS }, { kind: 'mark_sent' })
}

type Marked = { sentAt: number | undefined; sendBefore: number; now: number }

function start(course: Course, { sentAt, sendBefore, now }: Marked): Step {
  if (sentAt === undefined) return go(course, { is: 'over' })
  const sent = { ...course, sentAt }
  // After `sendBefore` another server may get "not found" from the terminal and treat it as final, so nothing may be sent.
  // Only the server that marked it as sent would have sent it, so nothing is in transit and no quiescence is needed.
  if (now >= sendBefore) return judge(sent, NEVER_LEFT, now)
  const wanted: Effect[] = course.abortWantedAt === null ? [] : [{ kind: 'cancel' }]
  const wait: Effect = { kind: 'wait', ms: ABORT_AFTER_MS }
  return go(sent, { is: 'at_terminal', isLate: false }, { kind: 'start' }, ...wanted, wait)
}

/** Aborts at the terminal; if it does not respond to that either, its status is queried. */
function stopForTime(course: Course, isLate: boolean, now: number): Step {
  if (isLate) return { course, effects: [{ kind: 'stop_listening' }] }
  const late = { ...course, abortWantedAt: course.abortWantedAt ?? now }
  return go(late, { is: 'at_terminal', isLate: true }, { kind: 'cancel' }, { kind: 'wait', ms: LATE_PATIENCE_MS })
}

/** An abort was requested: it is sent to the terminal immediately. */
function wantAbort(before: Course, at: number, now: number): Step {
  if (before.abortWantedAt !== null) return stay(before)
  const course = { ...before, abortWantedAt: at }
  const { stage } = course
  if (stage.is === 'in_line') return lookInLine(course, now)
  if (stage.is === 'pausing') return ask(course, now)
  return stage.is === 'at_terminal' ? go(course, stage, { kind: 'cancel' }) : stay(course)
}

type Renewal = Extract<CourseEvent, { kind: 'lease_renewed' }>

function renewed(course: Course, { isOurs, abortRequestedAt }: Renewal, now: number): Step {
  if (!isOurs && !course.isNew) return letGo(course)
  const known = { ...course, isNew: false }
  return abortRequestedAt === null ? stay(known) : wantAbort(known, abortRequestedAt, now)
}

/** Interprets a response: an outcome to write, or when to query again. `now`: when the response was true. */
function judge(course: Course, answer: TerminalAnswer, now: number): Step {
  const { state, amountCents, sentAt, quiescenceMs, abortWantedAt } = course
  const decision = decideAttempt({
    state,
    amountCents,
    answer,
    now,
    abortRequestedAt: abortWantedAt,
    sentAt: sentAt ?? now,
    quiescenceMs: quiescenceMs === null ? Infinity : SEND_WITHIN_MS + quiescenceMs,
  })
  if (decision.to) {
    const { to, stringCode = 'UNKNOWN' } = decision
    return go(course, { is: 'settling' }, { kind: 'settle', to, stringCode, answer })
  }
  const learned = answer.kind === 'in_progress' ? 'SENT' : 'UNKNOWN'
  if (state === learned || state === 'UNRESOLVED') return askLater(course, decision)
  return go(course, { is: 'noting', state: learned, next: decision }, { kind: 'note_state', state: learned })
}

function askLater(course: Course, { askAgainAfterMs, abort }: NextQuestion): Step {
  return abort ? go(course, { is: 'stopping', askAgainAfterMs }, { kind: 'cancel' }) : pause(course, askAgainAfterMs)
}

const ask = (course: Course, now: number) => go(course, { is: 'asking', askedAt: now }, { kind: 'ask_status' })

const pause = (course: Course, ms: number) => go(course, { is: 'pausing' }, { kind: 'wait', ms })

/** Ends an unsent attempt; does nothing if another server has sent it meanwhile. */
function endUnsent(course: Course, stringCode: StringCode): Step {
  const to = stringCode === 'USER_CANCELLED' ? 'CANCELLED' : 'NOT_PROCESSED'
  return go(course, { is: 'settling' }, { kind: 'settle', to, stringCode, onlyUnsent: true })
}

const letGo = (course: Course) => go(course, { is: 'over' }, { kind: 'stop_listening' })

const go = (course: Course, stage: Stage, ...effects: Effect[]): Step => ({ course: { ...course, stage }, effects })

const stay = (course: Course): Step => ({ course, effects: [] })
