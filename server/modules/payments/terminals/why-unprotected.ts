import type { RenamedTerminal } from '#contract/payments/terminals.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** Refuses settings that would send the key unencrypted outside the networks allowed for that, before anything is saved. */
export async function whyUnprotected({ terminals }: Context, { provider, settings }: RenamedTerminal) {
  // The value of the key doesn't matter here, and may be missing in the request.
  const protects = terminals.byProvider(provider)?.protects?.({ apiKey: 'kept', password: 'kept', ...settings })
  if (protects === undefined || (await protects)) return undefined
  return refuse('form.invalid', { problems: [{ field: 'host', problem: 'unprotected' }] })
}
