import type { Duty, DutyInput } from '#contract/operations/duty.ts'
import { ALERT_CAUSE_NAMES, type AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import { CALL_CHANNELS } from '#domain/operations/duty/call-plan.ts'
import { readTimeOfDay } from '#domain/zoned-time.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'

/** Causes that can be switched off; a test call can't. */
export const SWITCHED_CAUSES = ALERT_CAUSE_NAMES.filter(cause => cause !== 'test_call')

/** When a person is called: not at all, or in which step. */
export const CALL_STEPS = ['none', '1', '2', '3'] as const

export type DutyValues = Record<string, string | boolean>

/** The fields of a person: `step.1001`, `email.1001`, `from.1001` and so on. */
export function toFormValues({
  escalate_after_minutes,
  quiet_hours: quiet,
  disabled_causes,
  contacts,
  contact_choices: people,
}: Duty): DutyValues {
  const values: DutyValues = {
    escalate: String(escalate_after_minutes),
    'quiet.from': quiet?.from ?? '',
    'quiet.until': quiet?.until ?? '',
  }
  for (const cause of SWITCHED_CAUSES) values[`cause.${cause}`] = !disabled_causes.includes(cause)
  for (const { id, has_push } of people) {
    const contact = contacts.find(({ user_id }) => user_id === id)
    values[`step.${id}`] = contact === undefined ? 'none' : String(contact.step)
    for (const channel of CALL_CHANNELS)
      values[`${channel}.${id}`] =
        contact === undefined
          ? channel === 'email' || (channel === 'push' && has_push)
          : contact.channels.includes(channel)
    values[`from.${id}`] = contact?.hours?.from ?? ''
    values[`until.${id}`] = contact?.hours?.until ?? ''
  }
  return values
}

const textIn = (values: DutyValues, name: string): string => String(values[name] ?? '').trim()

function hoursIn(values: DutyValues, from: string, until: string) {
  const hours = { from: readTimeOfDay(textIn(values, from)), until: readTimeOfDay(textIn(values, until)) }
  return hours.from === undefined || hours.until === undefined ? null : { from: hours.from, until: hours.until }
}

export const toInput = (
  values: DutyValues,
  people: Duty['contact_choices'],
): Omit<DutyInput, 'revision' | 'reason'> => ({
  escalate_after_minutes: Number(textIn(values, 'escalate')),
  quiet_hours: hoursIn(values, 'quiet.from', 'quiet.until'),
  disabled_causes: SWITCHED_CAUSES.filter(cause => values[`cause.${cause}`] === false) satisfies AlertCauseName[],
  contacts: people
    .filter(({ id }) => textIn(values, `step.${id}`) !== 'none')
    .map(({ id }) => ({
      user_id: id,
      step: Number(textIn(values, `step.${id}`)),
      channels: CALL_CHANNELS.filter(channel => values[`${channel}.${id}`] === true),
      hours: hoursIn(values, `from.${id}`, `until.${id}`),
    })),
})

type ProblemTexts = { minutes: string; time: string; channel: string }

/** What must be corrected before it can be saved. */
export function findDutyProblems(
  values: DutyValues,
  people: Duty['contact_choices'],
  texts: ProblemTexts,
): FormProblem[] {
  const minutes = Number(textIn(values, 'escalate'))
  const called = people.filter(({ id }) => textIn(values, `step.${id}`) !== 'none')
  const pairs = [['quiet.from', 'quiet.until'], ...called.map(({ id }) => [`from.${id}`, `until.${id}`])]
  return [
    ...called
      .filter(({ id }) => CALL_CHANNELS.every(channel => values[`${channel}.${id}`] !== true))
      .map(({ id }) => ({ field: `step.${id}`, text: texts.channel })),
    ...(Number.isInteger(minutes) && minutes >= 5 && minutes <= 240
      ? []
      : [{ field: 'escalate', text: texts.minutes }]),
    ...pairs.flatMap(pair => {
      if (pair.every(name => textIn(values, name) === '')) return []
      return pair
        .filter(name => readTimeOfDay(textIn(values, name)) === undefined)
        .map(field => ({ field, text: texts.time }))
    }),
  ]
}
