import { openJsonposTerminals } from './jsonpos-terminals.ts'
import { openTestTerminals, type Terminals, type TerminalsPlan } from './test-terminals.ts'

/** The test terminal over a plain connection, or JSONPOS. */
export type TerminalKind = 'test' | 'jsonpos'

export const openTerminals = (kind: TerminalKind, plan: TerminalsPlan): Promise<Terminals> =>
  kind === 'jsonpos' ? openJsonposTerminals(plan) : openTestTerminals(plan)
