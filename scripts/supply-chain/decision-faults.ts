/** Each dependency of the server must be explained in one of the decisions. */
export function decisionFaults(dependencies: readonly string[], decisions: readonly string[]): string[] {
  const told = decisions.join('\n')
  return dependencies
    .filter(name => !told.includes(`\`${name}\``))
    .map(name => `No decision in docs/developer/decisions tells of the dependency \`${name}\`.`)
}
