const NO_BREAK_SPACE = '\u00a0'

// Mobile numbers of the countries that codes are sent to: Finland, Sweden, Norway, Denmark, Estonia.
const GROUP_PATTERNS = [
  /^(\+358)(\d\d)(\d{3})(\d{2,5})$/,
  /^(\+46)(\d\d)(\d{3})(\d\d)(\d\d)$/,
  /^(\+47)(\d{3})(\d\d)(\d{3})$/,
  /^(\+45)(\d\d)(\d\d)(\d\d)(\d\d)$/,
  /^(\+372)(\d{4})(\d{3,4})$/,
]

export const E164 = /^\+[1-9]\d{5,14}$/

/** A typed number in E.164, such as +358401234567; undefined if it is not international: `040 1234567` has no country. */
export function parsePhone(typed: string): string | undefined {
  const phone = typed.replaceAll(/[\s()./\u2010-\u2015-]/g, '').replace(/^00/, '+')
  return E164.test(phone) ? phone : undefined
}

/** An E.164 number in the groups of its country's international format; other numbers are returned unchanged. */
export function formatPhone(phone: string): string {
  const groups = GROUP_PATTERNS.map(pattern => pattern.exec(phone)).find(match => match !== null)
  return groups ? groups.slice(1).join(NO_BREAK_SPACE) : phone
}
