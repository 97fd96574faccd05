import { describe, expect, test } from 'vitest'
import { inputFault } from './input-fault.ts'

const rules = {
  required: true,
  requiredText: 'Mandatory field',
  maxLength: 5,
  maxLengthText: 'Maximum 5 characters',
  check: (value: string) => (value.includes('@') ? undefined : 'Check the e-mail address'),
}

describe('what is wrong with a field', () => {
  test('is that a mandatory one is empty or blank', () => {
    expect(inputFault('', rules)).toBe('Mandatory field')
    expect(inputFault('  ', rules)).toBe('Mandatory field')
  })

  test('is nothing when an optional one is empty, whatever the further rule', () => {
    expect(inputFault('', { ...rules, required: false })).toBeUndefined()
  })

  test('is one character too many, before any further rule', () => {
    expect(inputFault('a@b.fi', rules)).toBe('Maximum 5 characters')
    expect(inputFault('a@b.f', rules)).toBeUndefined()
  })

  test('is what the further rule says', () => {
    expect(inputFault('ab', rules)).toBe('Check the e-mail address')
  })
})
