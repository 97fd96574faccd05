const NO_BREAK_SPACE = '\u00a0'

// Mobile numbers of the countries that codes are sent to: Finland, Sweden, Norway, Denmark, Estonia.
const GROUPS = [
  /^(\+358)(\d\d)(\d{3})(\d{2,5})$/,
  /^(\+46)(\d\d)(\d{3})(\d\d)(\d\d)$/,
  /^(\+47)(\d{3})(\d\d)(\d{3})$/,
  /^(\+45)(\d\d)(\d\d)(\d\d)(\d\d)$/,
  /^(\+372)(\d{4})(\d{3,4})$/,
]

/** An E.164 number in the groups of its country's international format; other numbers are returned unchanged. */
export function formatPhone(phone: string): string {
  const groups = GROUPS.map(pattern => pattern.exec(phone)).find(match => match !== null)
  return groups ? groups.slice(1).join(NO_BREAK_SPACE) : phone
}
