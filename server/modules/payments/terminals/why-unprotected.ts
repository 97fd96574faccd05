import type { RenamedTerminal } from '#contract/payments/terminals.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** Of a terminal whose key would go where nobody has said that it may go in the clear; before anything is saved. */
export async function whyUnprotected({ terminals }: Context, { provider, settings }: RenamedTerminal) {
  // The key itself does not matter here, and may be left as it is.
  const protects = terminals.byProvider(provider)?.protects?.({ apiKey: 'kept', password: 'kept', ...settings })
  if (protects === undefined || (await protects)) return undefined
  return refuse('form.invalid', { problems: [{ field: 'host', problem: 'unprotected' }] })
}
