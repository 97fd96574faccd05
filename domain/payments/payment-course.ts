import type { StringCode } from './attempt-states.ts'
import type { Course, CourseEvent, Effect, NextQuestion, Stage, Step } from './course.ts'
import { ABORT_AFTER_MS, decideAttempt, type TerminalAnswer } from './payment-attempt.ts'

/** So long is a server's claim on an attempt good. */
export const LEASE_MS = 8000
/** Looked at each second, a claim with less than this left is renewed. */
export const RENEW_BELOW_MS = 5000
/** So soon after it was written that a payment is sent it leaves, or never. Others count the quiescence from then on. */
export const SEND_WITHIN_MS = 2000
/** Who waits in line is told when it moved; this is for word that did not come. */
const LINE_LOOK_MS = 5000
const RESTART_MS = 1000
/** After the abort for time a terminal gets so long to answer before it is asked instead. */
const LATE_PATIENCE_MS = 20_000
const NEVER_LEFT: TerminalAnswer = { kind: 'not_taken', why: 'unreachable' }

export const newCourse = (
  attempt: Pick<Course, 'state' | 'amountCents' | 'sentAt' | 'deadlineAt' | 'quiescenceMs' | 'abortWantedAt'>,
): Course => ({ ...attempt, isNew: true, stage: { is: 'beginning' } })

/**
 * All that a server decides while it leads an attempt: pure, so that a simulation can lead a million of them. An event that
 * nobody waits for (an answer that comes late, a timer that was replaced) changes nothing.
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
      // What the terminal has not heard of, it had not when it was asked: the answer may be read much later.
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

/** From wherever the attempt stands: at the beginning, and again when something failed. */
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
    // The wish to stop came while it looked.
    if (course.abortWantedAt !== null) return lookInLine(course, now)
    // Not all at the same moment after the database was away: each by its own part of a second.
    const ms = Math.max(0, Math.min(LINE_LOOK_MS - (course.deadlineAt % 1000), course.deadlineAt - now))
    return go(course, { is: 'in_line' }, { kind: 'wait', ms })
  }
  return send({ ...course, state: 'INTENT', deadlineAt }, now)
}

/**
 * Sends what no server has sent yet, while the shopper still waits for it. Otherwise it ends at once: what was never sent
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
  // Later another server may find that the terminal knows nothing and take that for final: then it must stay so. Only who
  // wrote that it is sent would have sent it, so nothing is on its way and nobody need wait.
  if (now >= sendBefore) return judge(sent, NEVER_LEFT, now)
  const wanted: Effect[] = course.abortWantedAt === null ? [] : [{ kind: 'cancel' }]
  const wait: Effect = { kind: 'wait', ms: ABORT_AFTER_MS }
  return go(sent, { is: 'at_terminal', isLate: false }, { kind: 'start' }, ...wanted, wait)
}

/** The terminal is asked to stop; when it does not even answer then, it is asked what became of the attempt. */
function stopForTime(course: Course, isLate: boolean, now: number): Step {
  if (isLate) return { course, effects: [{ kind: 'stop_listening' }] }
  const late = { ...course, abortWantedAt: course.abortWantedAt ?? now }
  return go(late, { is: 'at_terminal', isLate: true }, { kind: 'cancel' }, { kind: 'wait', ms: LATE_PATIENCE_MS })
}

/** Who waits, waits no longer: the terminal should hear of it now. */
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

/** What the answer means: an outcome, which is written, or when to ask again. `now`: when it was true. */
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

/** Ends what no terminal has heard of; when another server has sent it meanwhile, nothing happens. */
function endUnsent(course: Course, stringCode: StringCode): Step {
  const to = stringCode === 'USER_CANCELLED' ? 'CANCELLED' : 'NOT_PROCESSED'
  return go(course, { is: 'settling' }, { kind: 'settle', to, stringCode, onlyUnsent: true })
}

const letGo = (course: Course) => go(course, { is: 'over' }, { kind: 'stop_listening' })

const go = (course: Course, stage: Stage, ...effects: Effect[]): Step => ({ course: { ...course, stage }, effects })

const stay = (course: Course): Step => ({ course, effects: [] })
