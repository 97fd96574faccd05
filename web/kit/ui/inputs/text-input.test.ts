import { describe, expect, test } from 'vitest'
import { inputFault } from './text-input.tsx'

const rules = {
  required: true,
  requiredText: 'Mandatory field',
  maxLength: 5,
  maxLengthText: 'Maximum 5 characters',
  check: (value: string) => (value.includes('@') ? undefined : 'Check the email address'),
}

describe('the check of a field', () => {
  test('reports an empty or blank mandatory field', () => {
    expect(inputFault('', rules)).toBe('Mandatory field')
    expect(inputFault('  ', rules)).toBe('Mandatory field')
  })

  test('accepts an empty optional field, whatever its further rule', () => {
    expect(inputFault('', { ...rules, required: false })).toBeUndefined()
  })

  test('reports a text that is too long before it applies the further rule', () => {
    expect(inputFault('a@b.fi', rules)).toBe('Maximum 5 characters')
    expect(inputFault('a@b.f', rules)).toBeUndefined()
  })

  test('reports the fault of the further rule', () => {
    expect(inputFault('ab', rules)).toBe('Check the email address')
  })
})
