export type InputRules = {
  required?: boolean | undefined
  // Such as 'Mandatory field'.
  requiredText?: string | undefined
  maxLength?: number | undefined
  // Such as 'Maximum 30 characters', with the count filled in.
  maxLengthText?: string | undefined
  // Any further rule; returns the problem as text.
  check?: ((value: string) => string | undefined) | undefined
}

/** The problem of a field's value, as text; undefined when there is none. Forms use it to refuse sending. */
export function inputFault(value: string, rules: InputRules): string | undefined {
  if (value.trim() === '') return rules.required === true ? rules.requiredText : undefined
  if (rules.maxLength !== undefined && value.length > rules.maxLength) return rules.maxLengthText
  return rules.check?.(value)
}
