const NO_BREAK_SPACE = '\u00a0'

// Mobile numbers of the countries whose phones get codes: Finland, Sweden, Norway, Denmark, Estonia.
const GROUPS = [
  /^(\+358)(\d\d)(\d{3})(\d{2,5})$/,
  /^(\+46)(\d\d)(\d{3})(\d\d)(\d\d)$/,
  /^(\+47)(\d{3})(\d\d)(\d{3})$/,
  /^(\+45)(\d\d)(\d\d)(\d\d)(\d\d)$/,
  /^(\+372)(\d{4})(\d{3,4})$/,
]

/** A number of E.164 in groups, as its country writes it internationally; one of another form stays as it is. */
export function formatPhone(phone: string): string {
  const groups = GROUPS.map(pattern => pattern.exec(phone)).find(match => match !== null)
  return groups ? groups.slice(1).join(NO_BREAK_SPACE) : phone
}
