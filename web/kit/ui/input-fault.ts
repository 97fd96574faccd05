export interface InputRules {
  required?: boolean | undefined
  // Such as 'Mandatory field'.
  requiredText?: string | undefined
  maxLength?: number | undefined
  // Such as 'Maximum 30 characters', the count already in it.
  maxLengthText?: string | undefined
  // Any further rule; returns what is wrong, in words.
  check?: ((value: string) => string | undefined) | undefined
}

/** What is wrong with a field's value, in words; undefined when nothing is. Forms use it to refuse sending. */
export function inputFault(value: string, rules: InputRules): string | undefined {
  if (value.trim() === '') return rules.required === true ? rules.requiredText : undefined
  if (rules.maxLength !== undefined && value.length > rules.maxLength) return rules.maxLengthText
  return rules.check?.(value)
}
