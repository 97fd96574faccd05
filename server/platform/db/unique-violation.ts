/** True when a statement violated a unique index; with a name, that one. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== '23505') return false
  return index === undefined || ('constraint' in error && error.constraint === index)
}
