/** Each package that the server needs is told in a decision, with its reason: in one of these texts. */
export function decisionFaults(dependencies: readonly string[], decisions: readonly string[]): string[] {
  const told = decisions.join('\n')
  return dependencies
    .filter(name => !told.includes(`\`${name}\``))
    .map(name => `No decision in docs/decisions tells of the dependency \`${name}\`.`)
}
